/** The explanations of the program and its sites in the program file in French, by the English ones. */
export const programHelp = {
  'What a loyalty program is: sites, tiers, ways to earn and rewards.':
    'Ce qu’est un programme de fidélité\u00a0: sites, niveaux, façons de gagner des points et récompenses.',
  'Names the program for ever; applying a file with this key changes that program.':
    'Nomme le programme pour toujours\u202f; appliquer un fichier avec cette clé modifie ce programme.',
  'The name of the program, for customers.': 'Le nom du programme, pour les clients.',
  'Currency of tiers and of every amount in this file. Fixed once the program has customers. ISO 4217.':
    'Devise des niveaux et de chaque montant de ce fichier. Fixée dès que le programme a des clients. ISO 4217.',
  'A test program, whose clock can be turned ahead. Fixed once the program has customers.':
    'Un programme de test, dont l’horloge peut être avancée. Fixé dès que le programme a des clients.',
  'Whether customers that a session, an order or an activity names for the first time are enrolled; else they stay guests. True unless said otherwise.':
    'Si les clients qu’une session, une commande ou une activité nomme pour la première fois sont inscrits\u202f; sinon ils restent invités. Oui, sauf indication contraire.',
  'Voiding points that were already spent: allow takes the balance below zero, within_balance takes what is there, and the rest when a claim brings it back. Allow unless said otherwise.':
    'Annulation de points déjà dépensés\u00a0: allow fait passer le solde sous zéro, within_balance prend ce qu’il y a, et le reste quand une récompense rendue le ramène. Allow, sauf indication contraire.',
  'How long the address of an embedded loyalty page is good for; 15m unless said otherwise. A whole number of seconds, minutes, hours or days: 30s, 15m, 24h, 14d.':
    'Durée de validité de l’adresse d’une page de fidélité intégrée\u202f; 15m, sauf indication contraire. Un nombre entier de secondes, minutes, heures ou jours\u00a0: 30s, 15m, 24h, 14d.',
  "By currency: units of it for one unit of the program's. A currency without a rate is not supported.":
    'Par devise\u00a0: ses unités pour une unité de la devise du programme. Une devise sans taux n’est pas prise en charge.',
  'The value of a point for books and reports, in units of the currency: 0.01. Without it, it is what rewards gave for points in the last twelve months.':
    'La valeur d’un point pour les comptes et rapports, en unités de la devise\u00a0: 0.01. Sans elle, c’est ce que les récompenses ont donné pour des points ces douze derniers mois.',
  'Sites by their stable keys. The first is home of customers that the back end creates.':
    'Les sites par leurs clés fixes. Le premier accueille les clients créés par le back-end.',
  'A store that the program serves.': 'Une boutique pour laquelle le programme fonctionne.',
  'The name of the store.': 'Le nom de la boutique.',
  'Where the store is.': 'Où se trouve la boutique.',
  'Where visitors of the loyalty page join. Without it: where the store is.':
    'Où les visiteurs de la page de fidélité s’inscrivent. À défaut\u00a0: l’adresse de la boutique.',
  'Where visitors of the loyalty page sign in. Without it: where the store is.':
    'Où les visiteurs de la page de fidélité se connectent. À défaut\u00a0: l’adresse de la boutique.',
  "Currency of this site; the program's unless said otherwise. ISO 4217.":
    'Devise de ce site\u202f; celle du programme, sauf indication contraire. ISO 4217.',
  'Languages of the site; the first is the default.':
    'Langues du site\u202f; la première est celle par défaut.',
  'A language tag: en, fr, pt-BR.': 'Un code de langue\u00a0: en, fr, pt-BR.',
  'IANA time zone in which limits, birthdays and tier dates of its customers are counted.':
    'Fuseau horaire IANA dans lequel sont comptés les limites, anniversaires et dates de niveau de ses clients.',
  'Country of requests that name none. ISO 3166-1 alpha-2.':
    'Pays des requêtes qui n’en nomment pas. ISO 3166-1 alpha-2.',
  "Further origins that may frame the loyalty page; the site's own always may.":
    'Autres origines qui peuvent intégrer la page de fidélité\u202f; celle du site le peut toujours.',
  'An origin: https://shop.example': 'Une origine\u00a0: https://shop.example',
};
