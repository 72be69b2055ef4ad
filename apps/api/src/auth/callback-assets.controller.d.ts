/** Script and style of the last page of the browser flow. */
export declare class CallbackAssetsController {
  script(): string;
  style(): string;
}
//# sourceMappingURL=callback-assets.controller.d.ts.map
