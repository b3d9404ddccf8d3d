import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Takes a data directory for this process, so that a second start can't damage what the first one works on.
 *
 * A process that was killed leaves its lock behind: it counts only while the process that wrote it lives, and a process
 * id is told from a later one of the same number by its start time. Returns the function that gives the lock back.
 * Throws an Error whose message is a plain sentence for the person who started it.
 */
export function lockDataDir(dataDir: string, owner: 'portal' | 'database'): () => void {
  mkdirSync(dataDir, { recursive: true });
  const file = path.join(dataDir, `${owner}.lock`);
  const mine = `${process.pid} ${startTimeOf(process.pid)}`;
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      writeFileSync(file, mine, { flag: 'wx' });
      return () => rmSync(file, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      const [pid, startTime] = readFileSync(file, 'utf8').split(' ');
      if (isAlive(Number(pid)) && startTimeOf(Number(pid)) === startTime) {
        throw new Error(`Cloudwright already runs on ${dataDir} (process ${pid}). Stop it first, or set DATA_DIR to another folder.`);
      }
      rmSync(file, { force: true });
    }
  }
  throw new Error(`Another Cloudwright is starting on ${dataDir} at this moment. Try again, or set DATA_DIR to another folder.`);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Clock ticks since boot at which a process began; '' where the system doesn't tell (then the id alone decides). */
function startTimeOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the command in parentheses and may hold spaces: count from its end.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}
