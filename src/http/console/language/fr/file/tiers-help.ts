/** The explanations of tiers in the program file in French, by the English ones. */
export const tiersHelp = {
  'Tiers of customers. Without it the program has none.':
    'Les niveaux des clients. Sans cela, le programme n’en a pas.',
  'What a tier depends on: the amount spent, the approved points that rules gave (not those added by hand or imported), or the number of paid orders.':
    'Ce qui détermine le niveau\u00a0: le montant dépensé, les points donnés par les règles une fois approuvés (pas ceux ajoutés à la main ou importés), ou le nombre de commandes payées.',
  'How long a tier lasts, and which facts earn it.':
    'Combien de temps un niveau est gardé, et ce qui le fait gagner.',
  'A tier lasts for some months. The customer keeps it if the facts of as many months earn it again.':
    'Un niveau est gardé quelques mois, et renouvelé par ce qui a été fait pendant autant de mois.',
  'A membership lasts so many months.': 'Une adhésion dure tant de mois.',
  'How many months a membership lasts. Facts count for as many months.':
    'Combien de mois dure une adhésion, et jusqu’où l’on compte en arrière.',
  'The facts of one window earn a tier. It lasts to the end of that window, or of a later one.':
    'Ce qui est fait dans une période fait gagner un niveau, gardé jusqu’à la fin de celle-ci ou d’autant d’autres.',
  'Windows of the calendar, the same for all customers.': 'Des périodes du calendrier, les mêmes pour tous.',
  'The day of the year 2000 on which the first window began. The windows follow each other without a gap.':
    'Le jour de l’an 2000 où la première période a commencé\u202f; chacune suit la précédente.',
  'The month, 1 to 12.': 'Le mois, de 1 à 12.',
  'The day of the month. 29 February stands for the 28th in other years.':
    'Le jour du mois. Le 29 février est le 28 les années où il manque.',
  'How many months a window lasts; 12 for a year.': 'Combien de mois dure une période\u202f; 12 pour un an.',
  'For how many windows a tier lasts, including the window in which it was reached.':
    'Pendant combien de périodes un niveau est gardé, celle où il est atteint comprise.',
  "Like the calendar, but each window is a year that begins on the day of the customer's enrolment.":
    'Comme au calendrier, avec des périodes d’un an qui commencent à l’inscription.',
  "Years counted from the customer's own enrolment.": 'Des années comptées depuis l’inscription du client.',
  'A tier that was reached lasts for ever. Facts count for ever.':
    'Un niveau atteint est gardé pour toujours\u202f; tout ce qui a été fait compte.',
  'A membership never ends.': 'Une adhésion ne prend jamais fin.',
  'The tiers by their permanent keys, lowest first.':
    'Les niveaux par leurs clés fixes, le plus bas d’abord.',
  'A tier.': 'Un niveau.',
  'What customers read. One text, or a map of language tag to text.':
    'Ce que lisent les clients. Un texte, ou un par code de langue.',
  "The amount, points or orders from which on customers have the tier. 0 for the first tier, in which everybody begins. An amount is in the program's currency; points and orders are whole numbers. Required, except for a conditional tier, which has none.":
    'À partir de quelle valeur le niveau est atteint, celle-ci comprise\u202f; 0 pour le niveau où tous commencent. Pour la dépense, un montant dans la devise du programme, sinon un nombre entier. Seul un niveau donné à la main n’en a pas.',
  'Whether the tier is given and taken only by hand. It then has no lower_bound. Default: false.':
    'S’il est donné et retiré à la main seulement, au lieu d’un lower_bound\u202f; non, sauf indication contraire.',
  'Whether customers see the tier only after they have reached it. Default: false.':
    'Si les clients ne le voient qu’après l’avoir atteint\u202f; non, sauf indication contraire.',
  'The keys of the benefits of its members.': 'Clés des avantages dont profitent ses membres.',
  'The key of a benefit.': 'La clé d’un avantage.',
  'The keys of the rewards that customers get who enter the tier from a lower tier or from none.':
    'Clés des récompenses données à qui y entre depuis un niveau plus bas ou aucun.',
  'The key of a reward.': 'La clé d’une récompense.',
  'The benefits by their permanent keys. Levels refer to these keys.':
    'Les avantages par leurs clés fixes, auxquels les niveaux renvoient.',
  'Something that the store promises to members of a tier. The server only shows its text.':
    'Une chose dont profitent les membres d’un niveau, et que ce serveur ne fait qu’afficher.',
  'Whether only members of a tier with this benefit see it. Default: false.':
    'Si seuls les membres d’un niveau qui l’a le voient\u202f; non, sauf indication contraire.',
  'A longer text about the benefit.': 'Plus de détails.',
  'The details as text. One text, or a map of language tag to text.':
    'Les détails en texte. Un texte, ou un par code de langue.',
  'The details as HTML. The server passes it on without a change. One text, or a map of language tag to text.':
    'Les détails en HTML, transmis tel quel. Un texte, ou un par code de langue.',
};
