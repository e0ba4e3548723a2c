import type { developers as english } from '../en/developers.ts';

export const developers: Record<keyof typeof english, string> = {
  // The parts of the room.
  dev_keys: 'Clés d’API',
  dev_webhooks: 'Webhooks',
  dev_apps: 'Applications',
  dev_requests: 'Requêtes',
  last_used: 'Dernier usage',
  never: 'jamais',
  revoked: 'révoquée',
  revoke_it: 'Révoquer',
  its_requests: 'Ses requêtes du dernier jour',

  // The rights of a key or an app.
  scope_all: 'tout',
  scope_read_customers: 'Voir les clients, ce qu’ils ont gagné et ce qu’ils ont',
  scope_write_customers: 'Voir et modifier les clients\u00a0: points, récompenses, niveaux, effacement',
  scope_read_orders: 'Voir les commandes',
  scope_write_orders: 'Voir les commandes, signaler les commandes et les remboursements',
  scope_read_configuration: 'Voir le programme, ses webhooks et le journal d’audit',
  scope_write_configuration:
    'Voir et modifier le programme, ses webhooks et l’horloge de test, voir le journal d’audit',
  scope_read_reports: 'Voir les rapports et le journal',
  scope_write_reports: 'Voir les rapports et le journal, clôturer les mois',

  // Keys.
  keys_reference: 'La référence de l’API',
  keys_reference_about: 'montre chaque requête, à essayer sur place.',
  keys_none: 'Pas encore de clés',
  keys_none_about:
    'Une boutique ou un back-end envoie sa clé avec chaque requête. Une clé ne permet rien de plus que ce que vous choisissez.',
  key: 'Clé',
  key_make: 'Créer une clé',
  key_may: 'Peut',
  key_made: 'Créée',
  key_valid: 'valable',
  key_valid_expires: 'valable, expire',
  key_expired: 'expirée',
  key_once_next: 'La clé est affichée une fois, à l’écran suivant.',
  key_for: 'Pour',
  key_for_about:
    'La liste et le journal d’audit l’affichent\u00a0: «\u00a0boutique en ligne\u00a0», «\u00a0caisse du centre-ville\u00a0»',
  key_it_may: 'Elle peut',
  key_it_may_about: 'Quiconque a la clé peut le faire dans tout le programme.',
  key_accepted: 'Acceptée',
  key_life: 'Jusqu’à sa révocation',
  key_life_24h: '24 heures',
  key_life_30d: '30 jours',
  key_life_90d: '90 jours',
  key_life_365d: 'Un an',
  key_networks: 'Depuis ces adresses seulement',
  key_networks_about:
    'Facultatif\u00a0: adresses et réseaux, séparés par des virgules, comme 10.0.0.7, 192.168.0.0/16',
  key_do_make: 'Créer la clé',
  key_no_name: 'Dites en quelques mots qui l’utilise.',
  key_no_scope: 'Choisissez quelque chose qu’elle peut faire.',
  key_no_network: '{network} n’est ni une adresse ni un réseau.',
  key_is_made: 'La clé est créée',
  key_once:
    'La clé est affichée maintenant et ne le sera plus jamais. Transmettez-la de façon confidentielle\u202f; le serveur n’en garde aucune copie.',
  key_copy: 'Copier la clé',
  key_the: 'La clé',
  key_begins: 'Commence par',
  key_expires: 'Expire',
  key_from: 'Acceptée depuis',
  key_from_all: 'toute adresse',
  key_at_most: 'Au plus',
  key_per_second:
    '{count, plural, one {# requête par seconde} many {# de requêtes par seconde} other {# requêtes par seconde}}',
  key_revoked: 'Révoquée',
  key_revoke_about:
    'Toute requête avec cette clé est dès lors refusée, dans tous les processus. C’est irréversible\u00a0: créez d’abord une autre clé et donnez-la à ceux qui utilisent celle-ci.',
  key_revoke: 'Révoquer la clé {name}',

  // Apps.
  apps_about: 'Les applications de tiers agissent pour le programme, dans les limites approuvées.',
  apps_none: 'Pas encore d’applications',
  apps_none_about:
    'Une application est le programme de quelqu’un d’autre, comme un service d’assistance. Au lieu d’une clé, elle reçoit des jetons qui expirent d’eux-mêmes.',
  app: 'Application',
  app_register: 'Enregistrer une application',
  app_registered: 'enregistrée',
  app_asks: 'Peut demander',
  app_the: 'L’application',
  app_client_id: 'Identifiant client',
  app_copy_client_id: 'Copier l’identifiant client',
  app_comes: 'S’authentifie par',
  app_no_secret: 'sans secret',
  app_leads_back: 'Ramène à',
  app_approvals: 'Approbations',
  app_nobody: 'Personne ne l’a approuvée',
  app_nobody_about:
    'Chaque approbation demandée par une application figure ici jusqu’à l’expiration de ses jetons.',
  app_approved: 'Approuvée',
  app_by: 'Par',
  app_by_key: 'la clé {name}',
  app_until: 'Jusqu’au',
  app_taken_back: 'retirée',
  app_secret: 'Un autre secret',
  app_secret_about:
    'L’ancien secret est dès lors refusé. Les jetons déjà donnés restent acceptés jusqu’à leur fin.',
  app_new_secret: 'Créer un nouveau secret',
  app_new_secret_about:
    'Dès la prochaine requête, l’application n’obtient plus de jetons avec l’ancien secret. Donnez-lui le nouveau tout de suite.',
  app_revoke_about:
    'Tous les jetons de l’application sont dès lors refusés, et elle n’en obtient plus. C’est irréversible.',
  app_revoke: 'Révoquer l’application {name}',
  app_secret_next: 'Son secret est affiché une fois, à l’écran suivant.',
  app_name_about: 'Lu par ceux à qui l’on demande l’approbation',
  app_is: 'C’est',
  app_way_approved: 'Un serveur, après approbation',
  app_way_public: 'Sur un téléphone ou dans un navigateur',
  app_way_alone: 'Un serveur, de lui-même',
  app_way_about:
    'Sur un téléphone ou dans un navigateur, elle demande aussi l’approbation et n’a pas de secret, car elle ne peut en garder.',
  app_addresses: 'Adresses où ramène l’approbation',
  app_addresses_about:
    'Une par ligne, exactement comme l’application les envoie. Une application qui agit d’elle-même n’en a pas.',
  app_may_ask: 'Elle peut demander à',
  app_may_ask_about: 'Une fois approuvée, elle le fait dans tout le programme, et rien d’autre.',
  app_do_register: 'Enregistrer',
  app_no_name: 'Dites en quelques mots ce que c’est.',
  app_no_scope: 'Choisissez quelque chose qu’elle peut demander.',
  app_no_address: 'L’approbation doit ramener quelque part.',
  app_needless_address:
    'Une application qui agit d’elle-même ne demande rien à personne\u00a0: laissez ce champ vide.',
  app_many_addresses: 'Au plus {most} adresses.',
  app_is_registered: 'L’application est enregistrée',
  secret_new: 'Le nouveau secret',
  secret_copy: 'Copier le secret',
  secret_once:
    'Le secret de l’application {id} est affiché maintenant et ne le sera plus jamais. Transmettez-le de façon confidentielle\u202f; le serveur n’en garde aucune copie.',

  // The request log.
  requests_about: 'Requêtes du dernier jour, les plus récentes d’abord, sans leur contenu · {zone}',
  requests_with: 'Avec',
  requests_any: 'Toute clé ou application',
  requests_answer: 'Réponse',
  requests_any_answer: 'Toutes',
  requests_2: '2xx\u00a0: fait',
  requests_3: '3xx\u00a0: inchangé, ou ailleurs',
  requests_4: '4xx\u00a0: refusé',
  requests_5: '5xx\u00a0: le serveur a échoué',
  requests_request: 'Requête',
  requests_took: 'Durée',
  requests_id: 'Identifiant',
  requests_copy: 'Copier l’identifiant de la requête',
  requests_hung_up: 'interrompue',
  requests_newest: 'Les plus récentes',
  requests_missing: 'Quelles requêtes manquent ici ?',
  requests_kept:
    'Un serveur note ses requêtes toutes les cinq secondes\u00a0: les plus récentes manquent encore ici, et celles de cinq secondes se perdent si le serveur tombe ou si la base de données n’accepte pas d’écritures. D’une clé ou d’une application très active, les {caller} dernières réussies et {caller} autres par cinq secondes sont gardées\u202f; d’un programme au plus {program}, et de tous ensemble au plus {all}. Les chemins inconnus, les mauvaises méthodes et les requêtes refusées aussitôt par un serveur surchargé n’y sont pas. Le journal du serveur contient chaque requête.',
  requests_not_so: 'Aucune requête du dernier jour ne correspond.',
  requests_none: 'Pas encore de requêtes',
  requests_none_about:
    'Les requêtes avec une clé de ce programme, ou le jeton d’une application, figurent ici pendant un jour, quelques secondes après leur réponse. Une requête avec une clé inconnue n’appartient à aucun programme et ne figure que dans le journal du serveur.',
};
