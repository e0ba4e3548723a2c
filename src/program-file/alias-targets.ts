import { type Alias, type Document, type Node, visit } from 'yaml';

/** The target of each alias: the last node with its anchor before it in the text. */
export function aliasTargets(document: Document): ReadonlyMap<Alias, Node> {
  const anchors = new Map<string, Node>();
  const targets = new Map<Alias, Node>();
  visit(document, {
    Alias: (_key, alias) => {
      const target = anchors.get(alias.source);
      if (target) targets.set(alias, target);
    },
    Collection: (_key, node) => {
      if (node.anchor !== undefined) anchors.set(node.anchor, node);
    },
    Scalar: (_key, node) => {
      if (node.anchor !== undefined) anchors.set(node.anchor, node);
    },
  });
  return targets;
}
