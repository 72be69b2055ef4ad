export * from './interpolation/aws-sig-v4.js';
export * from './interpolation/evaluate-template.js';
export * from './interpolation/interpolate-body.js';
export * from './interpolation/interpolate-map.js';
export * from './interpolation/interpolate-text.js';
export * from './interpolation/interpolate-url.js';
export * from './interpolation/interpolation-context.js';
export * from './interpolation/request-parts.js';
