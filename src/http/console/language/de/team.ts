import type { team as english } from '../en/team.ts';

export const team: Record<keyof typeof english, string> = {
  // The audit.
  audit_about: 'Wer was getan hat, Neuestes zuerst · {zone}',
  audit_caption: 'Was getan wurde',
  audit_who: 'Wer',
  audit_deed: 'Aktion',
  audit_subject: 'Woran',
  audit_any: 'Jede',
  audit_anybody: 'Alle',
  audit_nobody: 'Niemand von den Gewählten hat das getan.',
  audit_nothing: 'Noch nichts',
  audit_nothing_about:
    'Hier stehen Änderungen am Programm, an Schlüsseln und Webhooks und von Hand an Kunden, mit dem, der sie machte.',
  audit_operator: 'Person',
  audit_key: 'Schlüssel',
  audit_app: 'App',
  audit_command: 'Befehl',
  audit_customer: 'Kunde',
  audit_program: 'Programm',
  audit_draft: 'Entwurf',
  audit_claimed_reward: 'eingelöste Prämie',
  audit_import: 'Import',
  audit_webhook: 'Webhook',
  audit_webhook_delivery: 'Webhook-Zustellung',
  audit_reward: 'Prämie',
  audit_order: 'Bestellung',
  audit_activity: 'Aktivität',
  audit_month: 'Monat',
  audit_note: 'Notiz',
  audit_request: 'Bitte',
  audit_number: '{kind} {id}',

  // The team.
  team_about: 'Auch Admins des Servers dürfen alles; sie stehen hier nur mit einer eigenen Rolle.',
  team_invite: 'Einladen',
  team_nobody: 'Niemand hat hier eine Rolle',
  team_nobody_about: 'Gib Kollegen eine Rolle, dann sieht jeder, was die Rolle erlaubt.',
  team_role: 'Rolle',
  team_joined: 'Beigetreten',
  team_last_seen: 'Zuletzt gesehen',
  team_by_group: 'durch eine Gruppe',
  team_invited: 'eingeladen am {day}',
  team_not_joined: 'noch nicht beigetreten',
  team_to: 'Zum Team',
  role_owner: 'Inhaber',
  role_manager: 'Manager',
  role_support: 'Support',
  role_analyst: 'Analyst',
  role_owner_about: 'Inhaber: alles, auch dieses Team',
  role_manager_about: 'Manager: alles außer diesem Team',
  role_support_about: 'Support: Kunden und was sie haben, keine Zahlen',
  role_analyst_about: 'Analyst: Zahlen, keine Kunden',

  // Inviting.
  invite_title: 'Jemanden einladen',
  invite_about: 'Du bekommst einen Link und gibst ihn selbst weiter.',
  invite_no_role: 'Wähle eine dieser Rollen.',
  invite_no_email: 'Das ist keine E-Mail-Adresse.',
  invite_on_team: 'Diese Person ist im Team. Ändere die Rolle dort.',
  invite_given: 'Die Rolle ist gegeben',
  invite_no_link: 'Es gibt keinen neuen Link',
  invite_signs_in: '{email} hat in {program} die Rolle „{role}“ und meldet sich an wie bisher.',
  invite_joins:
    '{email} hat in {program} die Rolle „{role}“ und tritt über einen Link bei, den ein Admin des Servers erstellt.',
  invite_pass_on: 'Gib diesen Link weiter',
  invite_once:
    'Der Link wird jetzt gezeigt und nie wieder. Wer ihn hat, tritt als {email} bei: Gib ihn als Geheimnis weiter. Der Server sendet keine E-Mail.',
  invite_copy: 'Link kopieren',
  invite_until: 'Er gilt einmal, bis {moment}. Frühere Links sind beendet.',

  // One of the team.
  member_by_group:
    'Eine Gruppe des Identitätsanbieters gibt diese Rolle und nimmt sie bei einer Anmeldung ohne die Gruppe weg.',
  member_by_group_self: 'Jemand anderes muss sie dir von Hand geben, wenn du sie behalten sollst.',
  member_by_group_other:
    'Eine Rolle, die du hier gibst, bleibt, was auch immer die Gruppen sagen. Eine, die du nimmst, kommt bei der nächsten Anmeldung beim Identitätsanbieter zurück.',
  member_self:
    'Das bist du. Eine Änderung deiner eigenen Rolle meldet dich ab, und du kannst sie nicht rückgängig machen.',
  member_last_owner: 'Niemand sonst ist hier Inhaber.',
  member_stays: '{name} bleibt es, bis jemand anderes als Inhaber beigetreten ist.',
  member_alone:
    'Mit einer anderen Rolle für {name} oder keiner verwaltet nur ein Admin des Servers dieses Team.',
  member_invite_owner: 'Inhaber einladen',
  member_change: 'Rolle ändern',
  member_may: 'Was {name} in {program} darf',
  member_may_about: 'Eine Änderung beendet jede Sitzung dieser Person.',
  member_invitation: 'Einladung',
  member_invitation_about: 'Ein neuer Link beendet den früheren.',
  member_new_link: 'Neuen Link erstellen',
  member_away: 'Keine Rolle mehr',
  member_away_about:
    '{email} kann dann ab dem nächsten Klick nichts mehr von {program} öffnen. Rollen in anderen Programmen bleiben.',
  member_take: '{name} die Rolle „{role}“ nehmen',
};
