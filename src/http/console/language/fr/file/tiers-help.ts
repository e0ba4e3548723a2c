/** The explanations of tiers in the program file in French, by the English ones. */
export const tiersHelp = {
  'Tiers of customers. Without it the program has none.':
    'Les niveaux des clients. Sans cela, le programme n’en a pas.',
  'What decides on the tier: the amount spent, the points that rules gave once they are approved (not those added by hand or imported), or the number of paid orders.':
    'Ce qui détermine le niveau\u00a0: le montant dépensé, les points donnés par les règles une fois approuvés (pas ceux ajoutés à la main ou importés), ou le nombre de commandes payées.',
  'How long a tier is held, and which facts earn it.':
    'Combien de temps un niveau est gardé, et ce qui le fait gagner.',
  'A tier is held for some months and renewed by what was done in as many.':
    'Un niveau est gardé quelques mois, et renouvelé par ce qui a été fait pendant autant de mois.',
  'A membership lasts so many months.': 'Une adhésion dure tant de mois.',
  'How many months a membership lasts, and how far back the facts count.':
    'Combien de mois dure une adhésion, et jusqu’où l’on compte en arrière.',
  'What is done within one window earns a tier, held to the end of that window or of so many more.':
    'Ce qui est fait dans une période fait gagner un niveau, gardé jusqu’à la fin de celle-ci ou d’autant d’autres.',
  'Windows of the calendar, the same for everybody.': 'Des périodes du calendrier, les mêmes pour tous.',
  'The day of the year 2000 on which the first window began; each follows the one before.':
    'Le jour de l’an 2000 où la première période a commencé\u202f; chacune suit la précédente.',
  'The month, 1 to 12.': 'Le mois, de 1 à 12.',
  'The day of the month. 29 February is the 28th in years that lack it.':
    'Le jour du mois. Le 29 février est le 28 les années où il manque.',
  'How many months a window lasts; 12 for a year.': 'Combien de mois dure une période\u202f; 12 pour un an.',
  'For how many windows a tier is held, the one in which it was reached included.':
    'Pendant combien de périodes un niveau est gardé, celle où il est atteint comprise.',
  'As by the calendar, with windows of a year that begin at the enrolment.':
    'Comme au calendrier, avec des périodes d’un an qui commencent à l’inscription.',
  "Years counted from the customer's own enrolment.": 'Des années comptées depuis l’inscription du client.',
  'A tier once reached is held for ever; all that was done counts.':
    'Un niveau atteint est gardé pour toujours\u202f; tout ce qui a été fait compte.',
  'A membership never ends.': 'Une adhésion ne prend jamais fin.',
  'Tiers by their stable keys, lowest first.': 'Les niveaux par leurs clés fixes, le plus bas d’abord.',
  'A tier.': 'Un niveau.',
  'What customers read. One text, or a map of language tag to text.':
    'Ce que lisent les clients. Un texte, ou un par code de langue.',
  "From which the tier is held, inclusive; 0 for the tier that everybody begins in. By spend an amount in the program's currency, else a whole number. Every tier has one but a conditional one.":
    'À partir de quelle valeur le niveau est atteint, celle-ci comprise\u202f; 0 pour le niveau où tous commencent. Pour la dépense, un montant dans la devise du programme, sinon un nombre entier. Seul un niveau donné à la main n’en a pas.',
  'Whether it is given and taken by hand alone, in place of a lower_bound; false unless said otherwise.':
    'S’il est donné et retiré à la main seulement, au lieu d’un lower_bound\u202f; non, sauf indication contraire.',
  'Whether customers see it only once they have reached it; false unless said otherwise.':
    'Si les clients ne le voient qu’après l’avoir atteint\u202f; non, sauf indication contraire.',
  'Keys of the benefits that its members enjoy.': 'Clés des avantages dont profitent ses membres.',
  'The key of a benefit.': 'La clé d’un avantage.',
  'Keys of the rewards given to whoever enters it from a lower tier or from none.':
    'Clés des récompenses données à qui y entre depuis un niveau plus bas ou aucun.',
  'The key of a reward.': 'La clé d’une récompense.',
  'Benefits by their stable keys, for the levels to refer to.':
    'Les avantages par leurs clés fixes, auxquels les niveaux renvoient.',
  'Something that members of a tier enjoy and that this server only tells of.':
    'Une chose dont profitent les membres d’un niveau, et que ce serveur ne fait qu’afficher.',
  'Whether only members of a tier that has it see it; false unless said otherwise.':
    'Si seuls les membres d’un niveau qui l’a le voient\u202f; non, sauf indication contraire.',
  'More about it.': 'Plus de détails.',
  'The details as text. One text, or a map of language tag to text.':
    'Les détails en texte. Un texte, ou un par code de langue.',
  'The details as HTML, handed on as it stands. One text, or a map of language tag to text.':
    'Les détails en HTML, transmis tel quel. Un texte, ou un par code de langue.',
};
