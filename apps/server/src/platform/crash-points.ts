/**
 * Named places where a test ends the process with SIGKILL, to prove that nothing is lost. Armed only by the setting
 * CRASH_AT (never in production, see config): `<point>` dies at the first pass.
 */
export const deploymentCrashPoints = [
  'before-commit', 'after-commit', 'before-put', 'after-put', 'while-polling', 'before-terminal', 'before-delete', 'while-deleting',
] as const;
export const mailCrashPoints = ['mail-before-smtp', 'mail-after-smtp'] as const;
export type DeploymentCrashPoint = (typeof deploymentCrashPoints)[number];
export type MailCrashPoint = (typeof mailCrashPoints)[number];
type CrashPoint = DeploymentCrashPoint | MailCrashPoint;

let armed: CrashPoint | undefined;

/** Arms one point for the life of this process. */
export function armCrash(point: string | null): void {
  armed = [...deploymentCrashPoints, ...mailCrashPoints].find((known) => known === point);
}

/** Dies here when this point is armed: at once, as by a power cut. */
export function crashPoint(point: CrashPoint): void {
  if (armed === point) process.kill(process.pid, 'SIGKILL');
}
