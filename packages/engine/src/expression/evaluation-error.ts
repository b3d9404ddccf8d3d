/** Why an evaluation ended. The codes are stable; the messages are Azure's where its wording is known. */
export type EvaluationErrorCode =
  | 'InvalidExpression'
  | 'UnknownFunction'
  | 'WrongArity'
  | 'InvalidArgument'
  | 'Undeclared'
  | 'PropertyMissing'
  | 'IndexOutOfRange'
  | 'Overflow'
  | 'Budget'
  | 'Depth'
  | 'Failed'
  | 'NotAvailable';

/**
 * The one error that an evaluation raises. It is caught at the edge of the verb and becomes a diagnostic;
 * nothing on the ordinary path throws.
 */
export class EvaluationError extends Error {
  readonly code: EvaluationErrorCode;
  constructor(code: EvaluationErrorCode, message: string) {
    super(message);
    this.name = 'EvaluationError';
    this.code = code;
  }
}
