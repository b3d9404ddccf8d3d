import { createServer as createHttp, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttps } from 'node:https';
import type { AddressInfo } from 'node:net';
import { ConfigError } from './config.ts';

type Handler = (req: IncomingMessage, res: ServerResponse) => Promise<void> | void;

export interface Listening {
  port: number;
  close: () => Promise<void>;
}

/** Tokens of people in many groups are long; so are what-if links. */
const HEADER_LIMIT = 64 * 1024;

/** A taken port as a plain sentence; any other error as it is. */
export const portTaken = (error: unknown, port: number, setting: string): unknown =>
  (error as NodeJS.ErrnoException).code === 'EADDRINUSE' ? new ConfigError(`Port ${port} is taken. Stop what uses it, or set ${setting} to another port.`) : error;

/**
 * Opens a port (0 = a free one). The handler is given later, because addresses that contain the port must be known first.
 * Throws ConfigError with a plain sentence when the port is taken.
 */
export async function open(port: number, host: string, setting: string, handler: Handler, tls?: { key: string; cert: string }): Promise<Listening> {
  const listener = (req: IncomingMessage, res: ServerResponse): void => void handler(req, res);
  const server = tls ? createHttps({ ...tls, maxHeaderSize: HEADER_LIMIT }, listener) : createHttp({ maxHeaderSize: HEADER_LIMIT }, listener);
  // Clients keep connections; they end them, not we, in the middle of a request.
  server.keepAliveTimeout = 65_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(portTaken(error, port, setting)));
    server.listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () => new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    }),
  };
}
