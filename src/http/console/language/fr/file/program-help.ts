/** The explanations of the program and its sites in the program file in French, by the English ones. */
export const programHelp = {
  'A loyalty program: its sites, tiers, rules and rewards.':
    'Ce qu’est un programme de fidélité\u00a0: sites, niveaux, façons de gagner des points et récompenses.',
  'The permanent name of the program. A file with this key changes that program when it is applied.':
    'Nomme le programme pour toujours\u202f; appliquer un fichier avec cette clé modifie ce programme.',
  'The name of the program, for customers.': 'Le nom du programme, pour les clients.',
  'The currency of tiers and of every amount in this file. It cannot be changed once the program has customers. ISO 4217.':
    'Devise des niveaux et de chaque montant de ce fichier. Fixée dès que le programme a des clients. ISO 4217.',
  'Whether it is a test program, whose clock can be advanced. It cannot be changed once the program has customers. Default: false.':
    'Un programme de test, dont l’horloge peut être avancée. Fixé dès que le programme a des clients.',
  'Whether the server enrols customers whom a session, an order or an activity names for the first time. Otherwise they stay guests. Default: true.':
    'Si les clients qu’une session, une commande ou une activité nomme pour la première fois sont inscrits\u202f; sinon ils restent invités. Oui, sauf indication contraire.',
  'What happens if points are taken back that the customer has spent. allow: the balance goes below zero. within_balance: the balance goes down to zero, and the rest is taken if a returned claim brings points back. Default: allow.':
    'Annulation de points déjà dépensés\u00a0: allow fait passer le solde sous zéro, within_balance prend ce qu’il y a, et le reste quand une récompense rendue le ramène. Allow, sauf indication contraire.',
  'How long the address of an embedded loyalty page works. Default: 15m. A whole number of seconds, minutes, hours or days: 30s, 15m, 24h, 14d.':
    'Durée de validité de l’adresse d’une page de fidélité intégrée\u202f; 15m, sauf indication contraire. Un nombre entier de secondes, minutes, heures ou jours\u00a0: 30s, 15m, 24h, 14d.',
  "For each other currency: how many units of it are one unit of the program's currency. A currency without a rate is not supported.":
    'Par devise\u00a0: ses unités pour une unité de la devise du programme. Une devise sans taux n’est pas prise en charge.',
  'The value of a point in reports and closed months, in units of the currency, such as 0.01. Default: what rewards gave for points in the last twelve months.':
    'La valeur d’un point pour les comptes et rapports, en unités de la devise\u00a0: 0.01. Sans elle, c’est ce que les récompenses ont donné pour des points ces douze derniers mois.',
  'The sites by their permanent keys. The first is the home site of customers whom a back end creates.':
    'Les sites par leurs clés fixes. Le premier accueille les clients créés par le back-end.',
  'A store that the program serves.': 'Une boutique pour laquelle le programme fonctionne.',
  'The name of the store.': 'Le nom de la boutique.',
  'The address of the store.': 'Où se trouve la boutique.',
  'The address at which visitors of the loyalty page become members. Default: the address of the store.':
    'Où les visiteurs de la page de fidélité s’inscrivent. À défaut\u00a0: l’adresse de la boutique.',
  'The address at which visitors of the loyalty page sign in. Default: the address of the store.':
    'Où les visiteurs de la page de fidélité se connectent. À défaut\u00a0: l’adresse de la boutique.',
  'The currency of this site. Default: the currency of the program. ISO 4217.':
    'Devise de ce site\u202f; celle du programme, sauf indication contraire. ISO 4217.',
  'The languages of the site. The first is its default.':
    'Langues du site\u202f; la première est celle par défaut.',
  'A language tag: en, fr, pt-BR.': 'Un code de langue\u00a0: en, fr, pt-BR.',
  'The IANA time zone for the limits, birthdays and tier dates of its customers.':
    'Fuseau horaire IANA dans lequel sont comptés les limites, anniversaires et dates de niveau de ses clients.',
  'The country of requests that name none. ISO 3166-1 alpha-2.':
    'Pays des requêtes qui n’en nomment pas. ISO 3166-1 alpha-2.',
  "Further origins that may show the loyalty page in a frame. The site's own origin always may.":
    'Autres origines qui peuvent intégrer la page de fidélité\u202f; celle du site le peut toujours.',
  'An origin: https://shop.example': 'Une origine\u00a0: https://shop.example',
};
