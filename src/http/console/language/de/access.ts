import type { access as english } from '../en/access.ts';

export const access: Record<keyof typeof english, string> = {
  // The account.
  account_admin: 'Sie sind Admin dieses Servers: Sie dürfen alles in jedem Programm.',
  account_may: 'Was Sie dürfen',
  account_no_role: 'Sie haben in keinem Programm eine Rolle.',
  role_admin: 'Admin',
  account_sign_in: 'Wie Sie sich anmelden',
  account_change: 'Ändern',
  account_choose: 'Eines wählen',
  account_on: 'an',
  account_off: 'aus',
  account_by_it_too: 'Auch damit anmelden',
  account_codes: 'Codes einer App',
  account_turn_on: 'Einschalten',
  account_turn_off: 'Ausschalten',
  account_passkey: 'Passkey · {name}',
  account_not_used: 'noch nicht verwendet',
  account_used_now: 'gerade verwendet',
  account_in_use: 'in Verwendung',
  account_minutes: 'vor {count, plural, one {# Minute} other {# Minuten}}',
  account_hours: 'vor {count, plural, one {# Stunde} other {# Stunden}}',
  account_days: 'vor {count, plural, one {# Tag} other {# Tagen}}',
  account_remove: 'Entfernen',
  account_remove_passkey: 'Passkey {name} entfernen',
  account_passkeys: 'Passkeys',
  account_another_passkey: 'Noch ein Passkey',
  account_add_passkey: 'Passkey hinzufügen',
  account_every_browser: 'In jedem Browser',
  account_each_browser: 'Wie jeder Browser eingestellt ist',
  account_keep: 'Speichern',
  account_sessions: 'Wo Sie angemeldet sind',
  account_this: 'dieser',
  account_elsewhere: 'Überall sonst abmelden',
  account_unknown_browser: 'Ein unbekannter Browser',
  account_browser: '{browser} auf {system}',
  password_title: 'Passwort ändern',
  password_about: 'Sie bleiben hier angemeldet und sonst nirgends.',
  password_new: 'Neues Passwort',
  password_least: 'Mindestens {count} Zeichen; ein Satz merkt sich leicht',
  password_change: 'Ändern',

  // A second factor, and passkeys.
  totp_about: 'Eine Authentifizierungs-App zeigt dann bei jeder Anmeldung einen Code.',
  totp_scan: 'Scannen Sie das mit der App:',
  totp_picture: 'Der Schlüssel unten, für die Kamera der App',
  totp_open: 'App auf diesem Gerät öffnen',
  totp_type: 'Oder geben Sie diesen Schlüssel ein:',
  totp_code: 'Der Code, den die App zeigt',
  passkey_about:
    'Sie melden sich dann per Fingerabdruck, Gesicht oder PIN dieses Geräts an, ohne Passwort und Code.',
  passkey_name_about: 'Damit Sie ihn von anderen unterscheiden',
  passkey_none:
    'Dieser Browser unterstützt hier keine Passkeys: Es braucht einen neueren Browser mit eingeschalteten Skripten.',

  // The repeated proof of identity.
  confirm_title: 'Sind Sie es noch?',
  confirm_about:
    'Den nächsten Schritt soll niemand anderes an einem Bildschirm tun, den Sie offen gelassen haben.',
  confirm_code: 'Code',
  confirm_code_about: 'Wenn Ihnen eine App Codes zur Anmeldung zeigt',
  confirm_provider: '{name} verwenden',
  confirm_passkey: 'Passkey verwenden',

  // Joining by a link.
  join_welcome: 'Willkommen',
  join_first_admin_about: 'Sie werden Admin dieses Servers: Sie dürfen alles und können andere einladen.',
  join_invite_about: 'Wählen Sie, wie Sie sich von jetzt an anmelden.',
  join_reset: 'Neues Passwort wählen',
  join_reset_about: 'Ihre bisherigen Anmeldewege gelten nicht mehr.',
  join_for: 'Für {email}',
  join_name_about: 'So sehen Sie Kollegen und das Protokoll',
  join: 'Beitreten',
  join_do_reset: 'Speichern und anmelden',
  join_used: 'Dieser Link wurde schon verwendet oder ist abgelaufen',
  join_used_about:
    'Er gilt nur einmal und für begrenzte Zeit. Bitten Sie die Person, die ihn geschickt hat, um einen neuen; loyaltyd operator --help sagt, wie.',

  // Mistakes.
  wrong_password: 'E-Mail oder Passwort stimmt nicht.',
  wrong_proof: 'Passwort oder Code stimmt nicht.',
  wrong_code: 'Der Code stimmt nicht oder wurde schon verwendet.',
  wrong_passkey: 'Dieser Passkey ist hier nicht bekannt, oder es hat zu lange gedauert.',
  wrong_often: 'Die Anmeldung ist von hier zu oft gescheitert. Warten Sie ein wenig.',
  wrong_late: 'Das hat zu lange gedauert. Melden Sie sich neu an.',
  wrong_window:
    'Das hat zu lange gedauert oder wurde in einem anderen Fenster begonnen. Melden Sie sich neu an.',
  wrong_signed_out: 'Sie wurden inzwischen abgemeldet. Melden Sie sich neu an.',
  provider_down:
    '{name} antwortet nicht richtig. Versuchen Sie es in einer Minute wieder oder melden Sie sich anders an.',
  provider_undated:
    '{name} teilt nicht mit, wann Sie sich dort angemeldet haben, also beweist das nichts. Verwenden Sie ein Passwort oder einen Passkey.',
  provider_refused: '{name} hat Sie nicht angemeldet. Versuchen Sie es noch einmal.',
  provider_not_linked: 'Das Konto ist nicht verknüpft',

  // The approval of an app.
  approve_title: 'Darf {app} auf {program} zugreifen?',
  approve_you: 'Sie sind {name} · {email}',
  approve_other: 'Nicht Sie? Als jemand anderes anmelden',
  approve_lacks: 'Ihre Rolle erlaubt Ihnen diese Freigabe nicht. Ihr fehlt:',
  approve_wants: 'Die App möchte',
  approve_keeps:
    'Sie behält das bis zu 180 Tage, wenn es kein Inhaber vorher widerruft, auch wenn Sie das Programm verlassen.',
  approve_then: 'Wie Sie auch entscheiden, danach werden Sie zu {host} weitergeleitet.',
  approve_deny: 'Verweigern',
  approve_broken: 'Diese Anfrage lässt sich nicht beantworten',
  approve_broken_about: 'Nichts wurde freigegeben. Wenden Sie sich an die Entwickler der App.',
  approve_cannot: 'Sie können diese App nicht freigeben',
  approve_cannot_about: 'Nichts wurde freigegeben. Wer im Programm mehr darf, kann sie freigeben.',
};
