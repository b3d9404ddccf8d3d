import { errorCodes, type ErrorCode, type ErrorDetail } from '@cloudwright/contract/errors';

/**
 * An expected failure: what the caller is told. Anything else that is thrown answers 500 with a request id.
 * `code` is one of ours (its status is the catalogue's) or a cloud's own.
 */
export class AppError extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: unknown[] | undefined;

  constructor(status: number, code: string, message: string, details?: unknown[]) {
    super(message);
    this.name = 'AppError';
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

/** A failure of the catalogue (packages/contract errors.ts). */
export const failure = (code: ErrorCode, message: string, details?: unknown[]): AppError =>
  new AppError(errorCodes[code], code, message, details);

/** No such record, or one of another organization: the two can't be told apart. */
export const notFound = (noun: string): AppError => failure('not_found', `There is no such ${noun}.`);

/** The value of one field, or of several, can't be accepted. */
export const invalidInput = (details: ErrorDetail[]): AppError =>
  failure('invalid_input', details[0] ? (details[0].field ? `${details[0].field}: ${details[0].message}` : details[0].message) : 'The input is not valid.', details);

/** A field's value is taken, with the message at the field. */
export const conflict = (field: string, message: string): AppError => failure('conflict', message, [{ field, message }]);

/** Throws 409 when a (locked) record is no longer what the caller has read: their edit would undo somebody else's. */
export function requireUnchanged(record: { updatedAt: string }, readAt: string | undefined): void {
  if (readAt !== undefined && readAt !== record.updatedAt) throw failure('conflict', 'Somebody has changed this since you opened it, so nothing of yours was saved. Open it again to see what it is now.');
}

/** Gives the value or throws 404. */
export function found<T>(value: T | undefined | null, noun: string): T {
  if (value === undefined || value === null) throw notFound(noun);
  return value;
}

/** SQLSTATE of a database error, '' for any other. */
export const sqlState = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' && /^[0-9A-Z]{5}$/.test(error.code) ? error.code : '';
export const isUniqueViolation = (error: unknown): boolean => sqlState(error) === '23505';

/**
 * What a foreign key refused: a record that is still used elsewhere, or a value that names a record which does not
 * exist; PostgreSQL tells the two apart in its detail only, and calls the constraint `<table>_<column>_fkey`.
 */
export function referenceFailure(error: unknown): AppError {
  const { detail = '', table = '', constraint = '' } = error as { detail?: string; table?: string; constraint?: string };
  const target = /is not present in table "(\w+)"/.exec(detail)?.[1];
  if (!target) return failure('in_use', 'This is still used elsewhere.');
  const column = constraint.slice(table.length + 1).replace(/_fkey$/, '');
  return invalidInput([{ field: column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()), message: `There is no such ${target.replaceAll('_', ' ')}` }]);
}
