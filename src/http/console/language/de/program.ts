import type { program as english } from '../en/program.ts';

export const program: Record<keyof typeof english, string> = {
  // The program that is live, and its tabs.
  program_version: 'Version {version}',
  program_reaching: 'wird noch auf Kunden angewendet',
  program_history: 'Verlauf',
  program_drafts: 'Entwürfe',
  program_drafts_count: 'Entwürfe ({count})',
  program_go_on: 'Weiter mit Entwurf {id}',
  program_parts: 'Teile des Programms',
  program_read_in: 'Auf {language} lesen',
  part_earn: 'Sammeln',
  part_rewards: 'Prämien',
  part_tiers: 'Stufen',
  part_settings: 'Einstellungen',

  // The history.
  history_about: 'Wer das Programm geändert hat, Neuestes zuerst · {zone}',
  history_live: 'gilt jetzt',
  history_again: 'Wieder Version {version}',
  history_found: 'Stand, als die Aufbewahrung von Versionen begann',

  // One version.
  version_go_back: 'Zu dieser Version zurück',
  version_compared: 'Verglichen mit Version',
  version_compare: 'Vergleichen',
  version_first: 'Die erste Version',
  version_changes: 'Änderungen seit Version {version}',
  version_nothing_before: 'Davor gibt es nichts.',
  version_same: 'Beide sind gleich.',
  version_file: 'Die Datei',
  version_download: 'Datei herunterladen',
  version_pictures: 'Bilder sind hier gekürzt. Die heruntergeladene Datei hat sie ganz.',

  // The rollback to a version.
  rollback_title: 'Zurück zu Version {version}',
  rollback_about:
    'Daraus wird eine neue Version. Im Verlauf bleibt alles, und Punkte, Einlösungen und Bestellungen bleiben, wie sie sind.',
  rollback_two: 'Eine Änderung braucht zwei Personen',
  rollback_go: 'Wiederherstellen',
  rollback_begin: 'Entwurf mit Version {version} beginnen',
  rollback_refused: 'Version {version} lässt sich nicht wiederherstellen',
  why: 'Grund',
  history_shows: 'Der Verlauf zeigt es.',

  // The differences between two programs.
  change_added: 'neu',
  change_created: 'neu',
  change_enabled: 'eingeschaltet',
  change_changed: 'geändert',
  change_moved: 'verschoben',
  change_removed: 'entfernt',
  change_disabled: 'ausgeschaltet',
  change_value: 'Wert',
  change_before: 'vorher:',
  change_after: 'nachher:',
  change_nothing: 'nichts',
  one_program: 'Programm',
  one_site: 'Website',
  one_benefit: 'Vorteil',
  one_setting: 'Einstellung',
  one_rate: 'Kurs',
  one_language: 'Sprache',

  // A plan.
  plan_nothing: 'Es ändert nichts',
  plan_nothing_about: 'Das Programm ist schon so.',
  plan_effects: 'Folgen für Kunden und Vorräte',
  plan_no_effects: 'Keine für alle, die heute dabei sind. Es gilt von jetzt an.',
  plan_counted: 'Gezählt in diesem Augenblick; was Kunden inzwischen tun, kann die Zahlen ändern.',
  plan_changes: 'Änderungen am Programm',
  plan_unchanged:
    '{count, plural, one {# anderer Eintrag bleibt, wie er ist.} other {# andere Einträge bleiben, wie sie sind.}}',
  plan_who: 'Wer?',
  plan_again: 'Den Plan ansehen, wie er jetzt ist',
  plan_none: 'Es gibt noch keinen Plan',
  who_title: 'Wen es betrifft',
  who_to_plan: 'Plan',
  who_nobody: 'Niemand mehr',
  who_nobody_about: 'Seit dem Plan hat sich etwas geändert.',
  who_more: 'Mehr',
};
