import fc from 'fast-check';

/** A step of a sequence. If the sequence fails, the step is printed by its name. */
export class Step<World> {
  constructor(
    readonly name: string,
    readonly act: (world: World) => Promise<unknown>,
  ) {}

  [fc.toStringMethod](): string {
    return this.name;
  }
}
