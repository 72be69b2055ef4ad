import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Admission } from './admission.service.js';
import { setOwnHeaders } from './edge-hooks.js';
import { ErrorFilter } from './error.filter.js';

export type RouterRefusal = (error: Error, request: FastifyRequest, reply: FastifyReply) => void;

/** Answers what the router itself refuses, which runs no hook: a malformed path, or a part of it that is too long. */
export function routerRefusal(app: NestFastifyApplication): RouterRefusal {
  const admission = app.get(Admission);
  const errors = app.get(ErrorFilter);
  return (error, request, reply) => {
    setOwnHeaders(request, reply);
    try {
      admission.admitUnknownRoute(request, reply);
      errors.answer(error, request, reply);
    } catch (overLimit) {
      errors.answer(overLimit, request, reply);
    }
  };
}
