/** The greatest number of complaints in one answer. */
export const MOST_COMPLAINTS = 20;

/** A parameter name is repeated to the caller up to this length: names may be as long as the body. */
const LONGEST_NAME = 100;

/** The complaints about a request: each parameter with its first complaint, up to `MOST_COMPLAINTS`. */
export class ComplaintList {
  private readonly complaints = new Map<string, string>();

  get isEmpty(): boolean {
    return this.complaints.size === 0;
  }

  /** A caller that searches for further complaints may stop. */
  get isFull(): boolean {
    return this.complaints.size >= MOST_COMPLAINTS;
  }

  /**
   * Several complaints about one parameter: the first is the plainest, because the type is checked before the bounds.
   */
  add(parameter: string, complaint: string): void {
    const name = shortened(parameter);
    if (!this.isFull && !this.complaints.has(name)) this.complaints.set(name, complaint);
  }

  addAll(complaints: Readonly<Record<string, string>>): void {
    for (const [parameter, complaint] of Object.entries(complaints)) this.add(parameter, complaint);
  }

  /** By parameter. `Object.fromEntries` defines members, so `__proto__` is an ordinary name here. */
  toDetails(): Record<string, string> {
    return Object.fromEntries(this.complaints);
  }
}

/** The text is cut between characters: half a surrogate pair is not text. */
function shortened(name: string): string {
  if (name.length <= LONGEST_NAME) return name;
  const characters = [...name.slice(0, 2 * LONGEST_NAME)];
  return `${characters.slice(0, LONGEST_NAME).join('')}…`;
}
