/** The explanations of settings in the program file in French, by the English ones. */
export const settingsHelp = {
  'When points expire; it takes effect one full period after it was turned on. Without it they never do.':
    'Quand les points expirent\u202f; prend effet une durée entière après l’activation. À défaut, ils n’expirent jamais.',
  'The whole balance of a customer who stays away expires at once.':
    'Tout le solde d’un client qui ne revient pas expire d’un coup.',
  'Since what the customer is inactive: the last order, or the last change of the balance.':
    'Depuis quand le client est inactif\u00a0: la dernière commande, ou le dernier mouvement du solde.',
  'After how many months without any the balance expires.':
    'Après combien de mois sans cela le solde expire.',
  'Points expire on dates of their own.': 'Les points expirent à des dates qui leur sont propres.',
  'So long after each point was earned.': 'Tant de temps après le gain de chaque point.',
  'How many months points last; those that expire soonest are spent first.':
    'Combien de mois durent les points\u202f; ceux qui expirent le plus tôt sont dépensés d’abord.',
  'What was earned expires at the end of a day that comes once a year.':
    'Ce qui a été gagné expire à la fin d’un jour qui revient une fois par an.',
  'On one day of the year.': 'Un jour de l’année.',
  'What orders earn by.': 'Ce qui, dans une commande, rapporte des points.',
  'What of an order the rules purchase and retail_purchase count. The rules for products and collections count the prices of their lines.':
    'Ce que les règles purchase et retail_purchase comptent dans une commande. Les règles de produits et de collections comptent les prix de leurs lignes.',
  'Whether shipping earns. False unless said otherwise.':
    'Si la livraison compte. Non, sauf indication contraire.',
  'Whether tax earns. True unless said otherwise.': 'Si les taxes comptent. Oui, sauf indication contraire.',
  'Whether what discounts took off earns, as if it had been paid. False unless said otherwise.':
    'Si ce que les remises ont retiré compte, comme si cela avait été payé. Non, sauf indication contraire.',
  'Customers refer friends by links of their own; what that earns say the rules of kind referral. Without it there are no referrals.':
    'Les clients parrainent des amis par leurs propres liens\u202f; les règles du type referral disent ce que cela rapporte. À défaut, il n’y a pas de parrainage.',
  'Key of the reward whose code a referred friend is given: a cart_discount_voucher or a free_shipping_voucher, which may be disabled for claims. Without it friends get no code.':
    'Clé de la récompense dont l’ami parrainé reçoit le code\u00a0: un cart_discount_voucher ou un free_shipping_voucher, qui peut être désactivé ailleurs. À défaut, les amis ne reçoivent pas de code.',
  'Whether a friend must give an email, by which known customers and second codes are told; true unless said otherwise.':
    'Si un ami doit donner un e-mail, qui permet de reconnaître les clients connus et les demandes répétées\u202f; oui, sauf indication contraire.',
  'How many friends one customer may bring: those who buy. Without it: as many as they like.':
    'Combien d’amis qui achètent un client peut parrainer. À défaut\u00a0: autant qu’il veut.',
  'How often within the interval.': 'Combien de fois dans l’intervalle.',
  "Calendar interval in the time zone of the customer's site; weeks begin on Monday. Without one the count holds for ever.":
    'Intervalle du calendrier dans le fuseau du site du client\u202f; les semaines commencent le lundi. À défaut, le nombre vaut pour toujours.',
  'How many friends may come from one internet address within a day; 5 unless said otherwise.':
    'Combien d’amis peuvent venir d’une adresse internet en un jour\u202f; 5, sauf indication contraire.',
  "How many codes may be given out through one customer's link within a day; 50 unless said otherwise.":
    'Combien de codes peuvent être donnés par le lien d’un client en un jour\u202f; 50, sauf indication contraire.',
  'When webhooks tell that something of a customer’s is near.':
    'Quand les webhooks annoncent que quelque chose approche pour un client.',
  'How much of the way from the tier it is in to the next a customer has come; 80 unless said otherwise.':
    'Quelle part du chemin de son niveau au suivant un client a faite\u202f; 80, sauf indication contraire.',
  'How many days before the next of its points expire; 30 unless said otherwise.':
    'Combien de jours avant l’expiration de ses prochains points\u202f; 30, sauf indication contraire.',
  'How many days before a reward that is not used expires or lapses, if it is good for longer than that; 7 unless said otherwise.':
    'Combien de jours avant l’expiration ou l’annulation d’une récompense non utilisée, si elle vaut plus longtemps que cela\u202f; 7, sauf indication contraire.',
  'Where customers hand in receipts of purchases in shops. Without it the program takes none.':
    'Où les clients déposent les tickets de caisse de leurs achats en magasin. À défaut, le programme n’en accepte pas.',
  'What needs a second person. With two people for publishing, the program changes by drafts alone, and so does this setting.':
    'Ce qui demande une deuxième personne. Avec deux personnes pour publier, le programme ne change que par des brouillons, ce réglage aussi.',
  'How many people a change of the program takes: 2 if whoever saved a draft cannot publish it; 1 unless said otherwise.':
    'Combien de personnes demande un changement du programme\u00a0: 2 si l’auteur d’un brouillon ne peut pas le publier\u202f; 1, sauf indication contraire.',
  'How many people it takes to erase a customer in the console: 2 if one asks and another decides; 1 unless said otherwise.':
    'Combien de personnes il faut pour effacer un client dans la console\u00a0: 2 si l’une demande et l’autre décide\u202f; 1, sauf indication contraire.',
  'More points than these, added or removed by hand in the console, take two people: one asks and another decides. Without it one person may do it.':
    'Plus de points que cela, ajoutés ou retirés à la main dans la console, demandent deux personnes\u00a0: l’une demande, l’autre décide. À défaut, une seule suffit.',
  'Limits of the people who sign in to the console, by their role.':
    'Limites des personnes qui se connectent à la console, selon leur rôle.',
  'Limits of the role support.': 'Limites du rôle d’assistance.',
  "The points that each operator of this role may add or remove by hand in a day of the first site's zone, over all customers. Without it there is no limit.":
    'Les points que chaque personne de ce rôle peut ajouter ou retirer à la main en un jour du fuseau du premier site, tous clients confondus. À défaut, il n’y a pas de limite.',
  "Messages of this server worded otherwise, by language tag and by the message's name: the texts of the loyalty page, of histories, of points and costs.":
    'Textes de ce serveur formulés autrement, par code de langue et nom du texte\u00a0: ceux de la page de fidélité, des historiques, des points et des coûts.',
  'By message: its wording in this language.': 'Par texte\u00a0: sa formulation dans cette langue.',
  'The message, in ICU MessageFormat.': 'Le texte, au format ICU MessageFormat.',
  'How the loyalty page looks. Colours that are not given go with those that are; a contrast below WCAG 2.2 AA is refused.':
    'L’apparence de la page de fidélité. Les couleurs absentes s’accordent aux autres\u202f; un contraste sous WCAG 2.2 AA est refusé.',
  "The store's colour, for light and dark; in the dark a shade of it that can be seen is taken where it cannot.":
    'La couleur de la boutique, en clair et en sombre\u202f; en mode sombre, une nuance visible la remplace là où on ne la verrait pas.',
  'Colours for light surroundings.': 'Couleurs du mode clair.',
  'The ground of the page.': 'Le fond de la page.',
  'The ground of cards on it.': 'Le fond des cartes.',
  'Text on both.': 'Le texte sur les deux.',
  'Text of less weight on both.': 'Le texte secondaire sur les deux.',
  'Grounds of what matters most, buttons, focus; it must stand out from both grounds.':
    'Le fond de l’essentiel, des boutons et du focus\u202f; il doit se détacher des deux fonds.',
  'Text on the accent.': 'Le texte sur l’accent.',
  'Colours for visitors who prefer dark ones.': 'Couleurs pour les visiteurs qui préfèrent le mode sombre.',
  'A CSS list of fonts that visitors have; none is loaded.':
    'Une liste CSS de polices que les visiteurs ont\u202f; aucune n’est chargée.',
  'Of cards and buttons, in CSS pixels; 14 unless said otherwise.':
    'Des cartes et des boutons, en pixels CSS\u202f; 14, sauf indication contraire.',
  'Shown in place of the name: a PNG, JPEG or WebP image of at most 12 KiB, as a path from this file or as a data: URI.':
    'Affiché à la place du nom\u00a0: une image PNG, JPEG ou WebP de 12\u00a0Kio au plus, comme chemin depuis ce fichier ou comme URI data:.',
  'The logo for visitors who prefer dark, or the same one again; without it the logo stands on the light ground for them. Both together have at most 12 KiB.':
    'Le logo pour les visiteurs qui préfèrent le mode sombre, ou encore le même\u202f; à défaut, l’autre leur apparaît sur fond clair. Les deux ensemble font 12\u00a0Kio au plus.',
  'A picture across the head of the page: a PNG, JPEG or WebP image of at most 96 KiB, as a path from this file or as a data: URI. Its middle is shown, where the window is narrow.':
    'Une image en tête de page\u00a0: PNG, JPEG ou WebP de 96\u00a0Kio au plus, comme chemin depuis ce fichier ou comme URI data:. Son milieu est montré là où la fenêtre est étroite.',
  "A style sheet after the page's own, of at most 8 KiB: a path from this file, or the style sheet itself. It loads nothing: no @import, and no url() but of a data: image.":
    'Une feuille de style après celle de la page, de 8\u00a0Kio au plus\u00a0: un chemin depuis ce fichier, ou la feuille elle-même. Elle ne charge rien\u00a0: pas d’@import, ni d’url() sauf d’une image data:.',
  'Questions that customers have, for the end of the loyalty page, in the order shown.':
    'Les questions des clients, en fin de page de fidélité, dans l’ordre affiché.',
  'A question and its answer.': 'Une question et sa réponse.',
  'The question, as customers ask it. One text, or a map of language tag to text.':
    'La question, comme les clients la posent. Un texte, ou un par code de langue.',
  'The answer. Blank lines part paragraphs. One text, or a map of language tag to text.':
    'La réponse. Les lignes vides séparent les paragraphes. Un texte, ou un par code de langue.',
  'The terms of the program, for the end of the loyalty page. Blank lines part paragraphs. One text, or a map of language tag to text.':
    'Les conditions du programme, en fin de page de fidélité. Les lignes vides séparent les paragraphes. Un texte, ou un par code de langue.',
};
