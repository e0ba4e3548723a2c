/** The statements that stand out. All others have the name of their kind. */
const KINDS = ['select', 'insert', 'update', 'delete', 'with', 'begin', 'commit', 'rollback', 'copy', 'set'];

/** The kind of a statement that has no name of its own. */
export function statementName(text: string): string {
  const begin = text.search(/\S/);
  const verb = /^[a-z]+/i.exec(text.slice(begin, begin + 10))?.[0].toLowerCase() ?? '';
  return KINDS.includes(verb) ? verb : 'other';
}
