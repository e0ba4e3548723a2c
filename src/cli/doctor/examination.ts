import { type Finding, warning } from './finding.ts';

interface Check {
  check: string;
  findings: Finding[];
}

/** The checks of one examination in their order, each with its findings. */
export class Examination {
  readonly checks: Check[] = [];

  add(check: string, findings: Finding[]): void {
    this.checks.push({ check, findings });
  }

  /** If a check fails, the failure is its finding, and the other checks go on. */
  async look(check: string, find: () => Promise<Finding[]>): Promise<void> {
    try {
      this.add(check, await find());
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      this.add(check, [
        warning(`This could not be looked at: ${message}.`, 'Mend the cause, and run it again.'),
      ]);
    }
  }

  count(level: Finding['level']): number {
    return this.checks.flatMap(({ findings }) => findings).filter((finding) => finding.level === level)
      .length;
  }

  /** One line for each check without findings, and two lines for each finding. */
  text(): string {
    return this.checks
      .flatMap(({ check, findings }) =>
        findings.length === 0
          ? [line('ok', check)]
          : findings.map(
              ({ level, message, cure }) => `${line(level, `${check}: ${message}`)}\n${line('', cure)}`,
            ),
      )
      .join('\n');
  }
}

function line(level: string, text: string): string {
  return `${level.padEnd(9)}${text}`;
}
