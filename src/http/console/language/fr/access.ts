import type { access as english } from '../en/access.ts';

export const access: Record<keyof typeof english, string> = {
  // The account.
  account_admin: 'Vous êtes admin de ce serveur\u00a0: vous pouvez tout faire dans chaque programme.',
  account_may: 'Ce que vous pouvez faire',
  account_no_role: 'Vous n’avez de rôle dans aucun programme.',
  role_admin: 'admin',
  account_sign_in: 'Comment vous vous connectez',
  account_change: 'Modifier',
  account_choose: 'En choisir un',
  account_on: 'actif',
  account_off: 'inactif',
  account_by_it_too: 'Se connecter aussi de cette façon',
  account_codes: 'Codes d’une application',
  account_turn_on: 'Activer',
  account_turn_off: 'Désactiver',
  account_passkey: 'Clé d’accès · {name}',
  account_not_used: 'pas encore utilisée',
  account_used_now: 'utilisée à l’instant',
  account_in_use: 'utilisée en ce moment',
  account_minutes: 'il y a {count, plural, one {# minute} many {# de minutes} other {# minutes}}',
  account_hours: 'il y a {count, plural, one {# heure} many {# d’heures} other {# heures}}',
  account_days: 'il y a {count, plural, one {# jour} many {# de jours} other {# jours}}',
  account_remove: 'Supprimer',
  account_remove_passkey: 'Supprimer la clé d’accès {name}',
  account_passkeys: 'Clés d’accès',
  account_another_passkey: 'Une autre clé d’accès',
  account_add_passkey: 'Ajouter une clé d’accès',
  account_every_browser: 'Dans chaque navigateur',
  account_each_browser: 'Selon le réglage de chaque navigateur',
  account_keep: 'Enregistrer',
  account_sessions: 'Où vous êtes connecté',
  account_this: 'celui-ci',
  account_elsewhere: 'Se déconnecter partout ailleurs',
  account_unknown_browser: 'Un navigateur inconnu',
  account_browser: '{browser} sur {system}',
  password_title: 'Modifier votre mot de passe',
  password_about: 'Vous restez connecté ici, et nulle part ailleurs.',
  password_new: 'Nouveau mot de passe',
  password_least: 'Au moins {count} caractères\u202f; une phrase se retient facilement',
  password_change: 'Modifier',

  // A second factor, and passkeys.
  totp_about: 'Une application d’authentification affiche alors un code à chaque connexion.',
  totp_scan: 'Scannez ceci avec l’application\u00a0:',
  totp_picture: 'La clé ci-dessous, pour l’appareil photo de l’application',
  totp_open: 'Ouvrir l’application sur cet appareil',
  totp_type: 'Ou saisissez-y cette clé\u00a0:',
  totp_code: 'Le code affiché par l’application',
  passkey_about:
    'Vous vous connectez alors par empreinte digitale, reconnaissance faciale ou code PIN de cet appareil, sans mot de passe ni code.',
  passkey_name_about: 'Pour la distinguer des autres',
  passkey_none:
    'Ce navigateur n’accepte pas les clés d’accès ici\u00a0: il faut un navigateur récent, avec les scripts activés.',

  // The repeated proof of identity.
  confirm_title: 'Est-ce toujours vous\u202f?',
  confirm_about:
    'Personne d’autre ne devrait franchir l’étape suivante sur un écran que vous avez laissé ouvert.',
  confirm_code: 'Code',
  confirm_code_about: 'Si une application vous affiche des codes de connexion',
  confirm_provider: 'Utiliser {name}',
  confirm_passkey: 'Utiliser une clé d’accès',

  // Joining by a link.
  join_welcome: 'Bienvenue',
  join_first_admin_about:
    'Vous devenez l’admin de ce serveur\u00a0: vous pouvez tout faire, et inviter d’autres personnes.',
  join_invite_about: 'Choisissez comment vous vous connecterez désormais.',
  join_reset: 'Choisir un nouveau mot de passe',
  join_reset_about: 'Vos moyens de connexion précédents ne fonctionnent plus.',
  join_for: 'Pour {email}',
  join_name_about: 'Tel que vos collègues et le journal d’audit l’affichent',
  join: 'Rejoindre',
  join_do_reset: 'Enregistrer et se connecter',
  join_used: 'Ce lien a déjà été utilisé, ou a expiré',
  join_used_about:
    'Il ne fonctionne qu’une fois, et pendant une durée limitée. Demandez-en un nouveau à la personne qui l’a envoyé\u00a0; loyaltyd operator --help explique comment.',

  // Mistakes.
  wrong_password: 'L’e-mail ou le mot de passe est incorrect.',
  wrong_proof: 'Le mot de passe ou le code est incorrect.',
  wrong_code: 'Le code est incorrect, ou a déjà servi.',
  wrong_passkey: 'Cette clé d’accès est inconnue ici, ou cela a pris trop de temps.',
  wrong_often: 'Trop d’échecs de connexion depuis ici. Attendez un peu.',
  wrong_late: 'Cela a pris trop de temps. Reconnectez-vous.',
  wrong_window: 'Cela a pris trop de temps, ou a commencé dans une autre fenêtre. Reconnectez-vous.',
  wrong_signed_out: 'Vous avez été déconnecté entre-temps. Reconnectez-vous.',
  provider_down:
    '{name} ne répond pas comme il faut. Réessayez dans une minute, ou connectez-vous autrement.',
  provider_undated:
    '{name} n’indique pas quand vous vous y êtes connecté\u00a0: cela ne prouve donc rien. Utilisez un mot de passe ou une clé d’accès.',
  provider_refused: '{name} ne vous a pas connecté. Essayez encore une fois.',
  provider_not_linked: 'Le compte n’est pas lié',

  // The approval of an app.
  approve_title: 'Autoriser {app} à utiliser {program}\u202f?',
  approve_you: 'Vous êtes {name} · {email}',
  approve_other: 'Ce n’est pas vous\u202f? Se connecter avec un autre compte',
  approve_lacks: 'Votre rôle ne vous permet pas d’approuver ceci. Il manque\u00a0:',
  approve_wants: 'L’application souhaite',
  approve_keeps:
    'Elle conserve ces droits jusqu’à 180 jours, sauf si un propriétaire les révoque avant, même si vous quittez le programme.',
  approve_then: 'Quoi que vous décidiez, vous irez ensuite sur {host}.',
  approve_deny: 'Refuser',
  approve_broken: 'Impossible de répondre à cette demande',
  approve_broken_about: 'Rien n’a été approuvé. Avertissez les auteurs de l’application.',
  approve_cannot: 'Vous ne pouvez pas approuver cette application',
  approve_cannot_about:
    'Rien n’a été approuvé. Quelqu’un qui a plus de droits dans le programme peut l’approuver.',
};
