import type { webhooks as english } from '../en/webhooks.ts';

export const webhooks: Record<keyof typeof english, string> = {
  hooks_about: 'Chaque événement est envoyé aussitôt, signé, puis renvoyé tant que l’adresse ne répond pas.',
  hooks_add: 'Ajouter une adresse',
  hooks_none: 'Pas encore d’adresses',
  hooks_none_about:
    'Avertissez votre outil d’e-mail quand des points expirent, ou votre caisse quand une récompense est obtenue.',
  hooks_topics_of: 'Sujets de {address}',
  hooks_topic: 'Sujet',
  hook_on: 'active',
  hook_paused: 'en pause',
  hook_failing: 'en échec',
  hook_off_gone: 'inactive\u00a0: a répondu 410',
  hook_off_failed: 'inactive\u00a0: en échec pendant des jours',
  hook_add_about: 'Elle reçoit un POST pour chaque événement.',
  hook_address: 'Adresse',
  hook_address_about:
    'Par exemple https://shop.example/hooks/loyalty. Un secret signe tout ce qui lui est envoyé.',
  hook_told_of: 'Avertie de',
  hook_do_add: 'Ajouter',
  hook_no_topic: 'Choisissez au moins un sujet.',
  hook_told_now: '{program} l’avertit dès maintenant',
  hook_secret_once:
    'Ce secret permet à l’adresse de distinguer les vrais messages des faux. Il est affiché maintenant et ne le sera plus jamais.',
  hook_change_secret: 'Modifier le secret',
  hook_change_secret_about:
    'Un nouveau secret signe tout ce qui est envoyé à cette adresse, quel que soit le sujet. L’ancien signe aussi pendant 24 heures, le temps de le remplacer à l’adresse.',
  hook_off: 'Plus rien n’est envoyé à cette adresse depuis le {moment}. Réparez-la, puis réactivez-la.',
  hook_switch_on: 'Réactiver',
  hook_test: 'Envoyer un test',
  hook_replay_failed: 'Renvoyer tous les échecs',
  hook_replay: 'Renvoyer',
  hook_remove: 'Ne plus l’avertir',
  hook_remove_about:
    '{address} ne reçoit alors plus rien sur ce sujet, pas même ce qui attend d’être envoyé. Ses autres sujets restent.',
  hook_do_remove: 'Supprimer {topic}',

  // Deliveries.
  deliveries: 'Envois',
  deliveries_none: 'Rien n’a encore été envoyé',
  deliveries_none_about: 'Chaque envoi figure ici trente jours avec la réponse de l’adresse.',
  delivery_answers: 'Réponses',
  delivery_message: 'Message',
  delivery_delivered: 'remis',
  delivery_failed: 'en échec',
  delivery_pending: 'en attente',
  delivery_cancelled: 'annulé',
  delivery_next: 'prochain essai {moment}',
  delivery_not_sent: 'pas encore envoyé',
  delivery_tries: '{count, plural, one {# essai} many {# d’essais} other {# essais}}',
  delivery_answer: '{answer} en {ms} ms',

  // Messages after an action.
  hook_done_tested: 'Un message de test a été envoyé à chaque adresse de ce sujet, et toutes l’ont accepté.',
  hook_done_test_failed:
    'Un message de test a été envoyé à chaque adresse de ce sujet, et au moins une ne l’a pas accepté.',
  hook_done_nobody: 'Aucun message envoyé\u00a0: aucune adresse de ce sujet n’est active.',
  hook_done_delivered: 'Envoyé, et l’adresse l’a accepté.',
  hook_done_failed: 'Envoyé, et l’adresse ne l’a pas accepté. Un nouvel essai suivra.',
  hook_done_on_its_way: 'C’est déjà en route.',
  hook_done_queued: 'Tous les échecs sont de nouveau en file d’attente, les plus anciens d’abord.',
  hook_done_none: 'Rien n’a échoué.',
  hook_done_enabled: 'L’adresse est réactivée.',
  delivery_copy: 'Copier l’identifiant du message',
  hook_copy_address: 'Copier l’adresse',
};
