/** The kinds of statements without a name of their own. */
const KINDS = ['select', 'insert', 'update', 'delete', 'with', 'begin', 'commit', 'rollback', 'copy', 'set'];

/** The name of a statement without a name of its own: its kind. */
export function statementName(text: string): string {
  const begin = text.search(/\S/);
  const verb = /^[a-z]+/i.exec(text.slice(begin, begin + 10))?.[0].toLowerCase() ?? '';
  return KINDS.includes(verb) ? verb : 'other';
}
