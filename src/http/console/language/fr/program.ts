import type { program as english } from '../en/program.ts';

export const program: Record<keyof typeof english, string> = {
  // The program that is live, and its tabs.
  program_version: 'Version {version}',
  program_reaching: 'application aux clients en cours',
  program_history: 'Historique',
  program_drafts: 'Brouillons',
  program_drafts_count: 'Brouillons ({count})',
  program_go_on: 'Reprendre le brouillon {id}',
  program_parts: 'Parties du programme',
  program_read_in: 'Lire en {language}',
  part_earn: 'Gagner',
  part_rewards: 'Récompenses',
  part_tiers: 'Niveaux',
  part_settings: 'Réglages',

  // The history.
  history_about: 'Qui a modifié le programme, le plus récent d’abord · {zone}',
  history_live: 'en vigueur',
  history_again: 'Retour à la version {version}',
  history_found: 'Telle que trouvée quand on a commencé à garder les versions',

  // One version.
  version_go_back: 'Revenir à cette version',
  version_compared: 'Comparée à la version',
  version_compare: 'Comparer',
  version_first: 'La première version',
  version_changes: 'Modifications depuis la version {version}',
  version_nothing_before: 'Il n’y a rien avant.',
  version_same: 'Les deux sont identiques.',
  version_file: 'Le fichier',
  version_download: 'Télécharger le fichier',
  version_pictures: 'Les images sont abrégées ici. Le fichier téléchargé les contient en entier.',

  // The rollback to a version.
  rollback_title: 'Revenir à la version {version}',
  rollback_about:
    'Elle devient une nouvelle version. Rien ne quitte l’historique\u202f; les points, les récompenses obtenues et les commandes restent tels quels.',
  rollback_two: 'Une modification demande deux personnes',
  rollback_go: 'Revenir',
  rollback_begin: 'Commencer un brouillon avec la version {version}',
  rollback_refused: 'Impossible de revenir à la version {version}',
  why: 'Pourquoi',
  history_shows: 'L’historique le montre.',

  // The differences between two programs.
  change_added: 'ajout',
  change_created: 'création',
  change_enabled: 'activation',
  change_changed: 'modification',
  change_moved: 'déplacement',
  change_removed: 'retrait',
  change_disabled: 'désactivation',
  change_value: 'Valeur',
  change_before: 'avant\u00a0:',
  change_after: 'après\u00a0:',
  change_nothing: 'rien',
  one_program: 'Programme',
  one_site: 'Site',
  one_benefit: 'Avantage',
  one_setting: 'Réglage',
  one_rate: 'Taux',
  one_language: 'Langue',

  // A plan.
  plan_nothing: 'Cela ne change rien',
  plan_nothing_about: 'Le programme est déjà ainsi.',
  plan_effects: 'Conséquences pour les clients et les stocks',
  plan_no_effects: 'Aucune pour les clients d’aujourd’hui. Cela s’applique à partir de maintenant.',
  plan_counted: 'Compté à cet instant\u202f; ce que les clients font entre-temps peut changer les chiffres.',
  plan_changes: 'Modifications du programme',
  plan_unchanged:
    '{count, plural, one {# autre entrée reste telle quelle.} many {# d’autres entrées restent telles quelles.} other {# autres entrées restent telles quelles.}}',
  plan_who: 'Qui\u202f?',
  plan_again: 'Voir le plan tel qu’il est maintenant',
  plan_none: 'Il n’y a pas encore de plan',
  who_title: 'Clients concernés',
  who_to_plan: 'Plan',
  who_nobody: 'Plus personne',
  who_nobody_about: 'Quelque chose a changé depuis le plan.',
  who_more: 'Plus',
};
