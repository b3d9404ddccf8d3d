import { stripVTControlCharacters } from 'node:util';

/**
 * The OpenID library warns on the console about two things that are meant here: the newer Node, and a body that the
 * router has read to find the directory of a code. Everything else it says still shows. Imported before the library.
 */
const expected = /^oidc-provider WARNING: (Unsupported runtime|already parsed request body)/;
const { warn } = console;
console.warn = (...args: unknown[]): void => {
  if (typeof args[0] === 'string' && expected.test(stripVTControlCharacters(args[0]))) return;
  warn.apply(console, args);
};
