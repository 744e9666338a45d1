/** The text that explains an error of a port, and what to do about it. */
import { BoardError } from './wire.mjs';

const KEYS = {
  NotFoundError: 'flash.noPort',
  SecurityError: 'flash.security',
  InvalidStateError: 'flash.alreadyOpen',
  NetworkError: 'flash.busy',
};

/** @param {Error} error of Web Serial, or a BoardError. @returns {[key: string, values: object]} */
export function reasonOf(error) {
  if (error instanceof BoardError) return [error.key, error.values];
  const key = KEYS[error.name];
  return key ? [key, {}] : ['flash.other', { message: error.message }];
}
