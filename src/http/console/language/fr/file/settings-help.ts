/** The explanations of settings in the program file in French, by the English ones. */
export const settingsHelp = {
  'When points expire. The first points expire one full period after this was turned on. Default: points never expire.':
    'Quand les points expirent\u202f; prend effet une durée entière après l’activation. À défaut, ils n’expirent jamais.',
  'The whole balance of an inactive customer expires at once.':
    'Tout le solde d’un client qui ne revient pas expire d’un coup.',
  'What ends inactivity: an order, or a change of the balance.':
    'Depuis quand le client est inactif\u00a0: la dernière commande, ou le dernier mouvement du solde.',
  'After how many inactive months the balance expires.': 'Après combien de mois sans cela le solde expire.',
  'Each point expires some months after it was earned.':
    'Les points expirent à des dates qui leur sont propres.',
  'Each point has its own expiry date.': 'Tant de temps après le gain de chaque point.',
  'How many months points last. Points that expire first are spent first.':
    'Combien de mois durent les points\u202f; ceux qui expirent le plus tôt sont dépensés d’abord.',
  'Points expire at the end of a certain day of the year.':
    'Ce qui a été gagné expire à la fin d’un jour qui revient une fois par an.',
  'On one day of the year.': 'Un jour de l’année.',
  'How orders earn points.': 'Ce qui, dans une commande, rapporte des points.',
  'The parts of an order that rules of the kinds purchase and retail_purchase count. Rules for products and collections count the prices of their order lines.':
    'Ce que les règles purchase et retail_purchase comptent dans une commande. Les règles de produits et de collections comptent les prix de leurs lignes.',
  'Whether shipping earns points. Default: false.': 'Si la livraison compte. Non, sauf indication contraire.',
  'Whether tax earns points. Default: true.': 'Si les taxes comptent. Oui, sauf indication contraire.',
  'Whether the amount of discounts earns points, as if it had been paid. Default: false.':
    'Si ce que les remises ont retiré compte, comme si cela avait été payé. Non, sauf indication contraire.',
  'Customers refer friends by personal links. Rules of the kind referral say what a referral earns. Default: no referrals.':
    'Les clients parrainent des amis par leurs propres liens\u202f; les règles du type referral disent ce que cela rapporte. À défaut, il n’y a pas de parrainage.',
  'The key of the reward whose code a referred friend gets: a cart_discount_voucher or a free_shipping_voucher. The reward may be disabled for claims. Default: friends get no code.':
    'Clé de la récompense dont l’ami parrainé reçoit le code\u00a0: un cart_discount_voucher ou un free_shipping_voucher, qui peut être désactivé ailleurs. À défaut, les amis ne reçoivent pas de code.',
  'Whether a friend must give an email. By the email the server recognises customers and friends who have a code already. Default: true.':
    'Si un ami doit donner un e-mail, qui permet de reconnaître les clients connus et les demandes répétées\u202f; oui, sauf indication contraire.',
  'How many friends one customer may bring. Only friends who buy count. Default: no limit.':
    'Combien d’amis qui achètent un client peut parrainer. À défaut\u00a0: autant qu’il veut.',
  'The number of times within the interval.': 'Combien de fois dans l’intervalle.',
  "The calendar interval, in the time zone of the customer's home site. Weeks begin on Monday. Default: the count is for ever.":
    'Intervalle du calendrier dans le fuseau du site du client\u202f; les semaines commencent le lundi. À défaut, le nombre vaut pour toujours.',
  'How many friends may come from one internet address in a day. Default: 5.':
    'Combien d’amis peuvent venir d’une adresse internet en un jour\u202f; 5, sauf indication contraire.',
  "How many codes the server gives through one customer's link in a day. Default: 50.":
    'Combien de codes peuvent être donnés par le lien d’un client en un jour\u202f; 50, sauf indication contraire.',
  'When webhooks remind of a near tier, of points that expire, and of rewards that expire.':
    'Quand les webhooks annoncent que quelque chose approche pour un client.',
  'The percentage of the way to the next tier at which the reminder is sent. Default: 80.':
    'Quelle part du chemin de son niveau au suivant un client a faite\u202f; 80, sauf indication contraire.',
  "How many days before a customer's points expire the reminder is sent. Default: 30.":
    'Combien de jours avant l’expiration de ses prochains points\u202f; 30, sauf indication contraire.',
  'How many days before an unused reward expires or lapses the reminder is sent. A reward with a shorter life gets no reminder. Default: 7.':
    'Combien de jours avant l’expiration ou l’annulation d’une récompense non utilisée, si elle vaut plus longtemps que cela\u202f; 7, sauf indication contraire.',
  'The address at which customers hand in receipts of purchases in shops. Default: the program accepts no receipts.':
    'Où les clients déposent les tickets de caisse de leurs achats en magasin. À défaut, le programme n’en accepte pas.',
  'Actions that need a second person. If publishing needs two people, the program can be changed only by drafts, and so can this setting.':
    'Ce qui demande une deuxième personne. Avec deux personnes pour publier, le programme ne change que par des brouillons, ce réglage aussi.',
  'How many people a change of the program needs. 2: a person who saved the draft cannot publish it. Default: 1.':
    'Combien de personnes demande un changement du programme\u00a0: 2 si l’auteur d’un brouillon ne peut pas le publier\u202f; 1, sauf indication contraire.',
  'How many people the erasure of a customer in the console needs. 2: one person requests it and another decides. Default: 1.':
    'Combien de personnes il faut pour effacer un client dans la console\u00a0: 2 si l’une demande et l’autre décide\u202f; 1, sauf indication contraire.',
  'If more points than this are added or removed by hand in the console, one person requests it and another decides. Default: one person is enough.':
    'Plus de points que cela, ajoutés ou retirés à la main dans la console, demandent deux personnes\u00a0: l’une demande, l’autre décide. À défaut, une seule suffit.',
  'Limits for people who use the console, by their role.':
    'Limites des personnes qui se connectent à la console, selon leur rôle.',
  'Limits for the role support.': 'Limites du rôle d’assistance.',
  "How many points each operator of this role may add and remove by hand in a day, for all customers together. The day is that of the first site's time zone. Default: no limit.":
    'Les points que chaque personne de ce rôle peut ajouter ou retirer à la main en un jour du fuseau du premier site, tous clients confondus. À défaut, il n’y a pas de limite.',
  "Your own wording of messages, by language tag and by the message's name: texts of the loyalty page, of the history, of points and of costs.":
    'Textes de ce serveur formulés autrement, par code de langue et nom du texte\u00a0: ceux de la page de fidélité, des historiques, des points et des coûts.',
  'Your wording in this language, by the name of the message.':
    'Par texte\u00a0: sa formulation dans cette langue.',
  'The message, in ICU MessageFormat.': 'Le texte, au format ICU MessageFormat.',
  'The look of the loyalty page. The server derives colours that are not given. It refuses a contrast below WCAG 2.2 AA.':
    'L’apparence de la page de fidélité. Les couleurs absentes s’accordent aux autres\u202f; un contraste sous WCAG 2.2 AA est refusé.',
  "The store's colour, in the light and the dark theme. If it has too little contrast in the dark theme, another shade is used there.":
    'La couleur de la boutique, en clair et en sombre\u202f; en mode sombre, une nuance visible la remplace là où on ne la verrait pas.',
  'The colours of the light theme.': 'Couleurs du mode clair.',
  'The background of the page.': 'Le fond de la page.',
  'The background of cards on the page.': 'Le fond des cartes.',
  'Text on the page and on cards.': 'Le texte sur les deux.',
  'Less important text on the page and on cards.': 'Le texte secondaire sur les deux.',
  'The colour of buttons, of the focus and of the most important areas. It needs contrast to the page and to cards.':
    'Le fond de l’essentiel, des boutons et du focus\u202f; il doit se détacher des deux fonds.',
  'Text on the accent.': 'Le texte sur l’accent.',
  'The colours of the dark theme.': 'Couleurs pour les visiteurs qui préfèrent le mode sombre.',
  "A CSS list of fonts on the visitors' devices. The page loads no font.":
    'Une liste CSS de polices que les visiteurs ont\u202f; aucune n’est chargée.',
  'The radius of the corners of cards and buttons, in CSS pixels. Default: 14.':
    'Des cartes et des boutons, en pixels CSS\u202f; 14, sauf indication contraire.',
  'An image in place of the name: PNG, JPEG or WebP, at most 12 KiB, as a path from this file or as a data: URI.':
    'Affiché à la place du nom\u00a0: une image PNG, JPEG ou WebP de 12\u00a0Kio au plus, comme chemin depuis ce fichier ou comme URI data:.',
  'The logo of the dark theme. It may be the same image. Default: the logo on a light background. Both together have at most 12 KiB.':
    'Le logo pour les visiteurs qui préfèrent le mode sombre, ou encore le même\u202f; à défaut, l’autre leur apparaît sur fond clair. Les deux ensemble font 12\u00a0Kio au plus.',
  'A picture across the top of the page: PNG, JPEG or WebP, at most 96 KiB, as a path from this file or as a data: URI. A narrow window shows its middle.':
    'Une image en tête de page\u00a0: PNG, JPEG ou WebP de 96\u00a0Kio au plus, comme chemin depuis ce fichier ou comme URI data:. Son milieu est montré là où la fenêtre est étroite.',
  "A style sheet that applies after the page's own: a path from this file, or the style sheet itself, at most 8 KiB. It must load nothing: no @import, and url() only for data: images.":
    'Une feuille de style après celle de la page, de 8\u00a0Kio au plus\u00a0: un chemin depuis ce fichier, ou la feuille elle-même. Elle ne charge rien\u00a0: pas d’@import, ni d’url() sauf d’une image data:.',
  'Questions and answers at the end of the loyalty page, in this order.':
    'Les questions des clients, en fin de page de fidélité, dans l’ordre affiché.',
  'A question and its answer.': 'Une question et sa réponse.',
  'The question, as customers ask it. One text, or a map of language tag to text.':
    'La question, comme les clients la posent. Un texte, ou un par code de langue.',
  'The answer. A blank line begins a new paragraph. One text, or a map of language tag to text.':
    'La réponse. Les lignes vides séparent les paragraphes. Un texte, ou un par code de langue.',
  'The terms of the program, at the end of the loyalty page. A blank line begins a new paragraph. One text, or a map of language tag to text.':
    'Les conditions du programme, en fin de page de fidélité. Les lignes vides séparent les paragraphes. Un texte, ou un par code de langue.',
};
