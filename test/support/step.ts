import fc from 'fast-check';

/** What somebody does in a sequence; told by its name where the sequence fails. */
export class Step<World> {
  constructor(
    readonly name: string,
    readonly act: (world: World) => Promise<unknown>,
  ) {}

  [fc.toStringMethod](): string {
    return this.name;
  }
}
