/** The explanations of rules in the program file in French, by the English ones. */
export const rulesHelp = {
  'The rules by their permanent keys, in the order in which customers see them.':
    'Les façons de gagner par leurs clés fixes, dans l’ordre affiché.',
  'A rule: a way to earn points or a reward.': 'Une façon de gagner des points.',
  'A rule without further properties.': 'Une règle qui ne demande rien de plus que son type.',
  'pageview: visiting the store. join_program: joining. birthday: the day itself. newsletter_signup: subscribing to emails. loyalty_pass_install: adding the pass to a wallet. review: reviewing a product.':
    'pageview\u00a0: visiter la boutique. join_program\u00a0: s’inscrire. birthday\u00a0: le jour même. newsletter_signup\u00a0: s’abonner aux e-mails. loyalty_pass_install\u00a0: ajouter la carte à un wallet. review\u00a0: donner son avis sur un produit.',
  'Whether customers see and can use it. Default: true.':
    'Si elle est proposée aux clients\u202f; oui, sauf indication contraire.',
  'How often one customer may do this. Default: no limit.':
    'Combien de fois un client peut le faire. Sans limite\u00a0: autant qu’il veut.',
  'How long points stay pending before they are approved. For orders the time begins with the payment. Default: points are approved at once. It cannot be combined with a reward, which is given at once. A whole number of seconds, minutes, hours or days: 30s, 15m, 24h, 14d.':
    'Combien de temps les points attendent avant d’être approuvés\u202f; pour les commandes, depuis le paiement. À défaut, ils le sont aussitôt. Pas avec une récompense, donnée aussitôt. Un nombre entier de secondes, minutes, heures ou jours\u00a0: 30s, 15m, 24h, 14d.',
  'What a completion gives: points or a reward.':
    'Ce que donne l’accomplissement\u00a0: des points ou une récompense.',
  'Points given.': 'Les points donnés.',
  'The key of the reward that is given in place of points. It must be a reward of this file that needs neither a cart nor a choice of the customer.':
    'Clé de la récompense donnée au lieu de points\u00a0: une de ce fichier, sans panier ni choix.',
  'Values that differ by tier, by the key of the tier.': 'Par niveau\u00a0: ce qui diffère pour ses clients.',
  'The values that differ for customers of one tier. All other values are those of the rule.':
    'Ce qui diffère pour les clients d’un niveau\u202f; le reste est comme dans la règle.',
  'A rule that orders complete. Points for an unpaid order stay pending until it is paid.':
    'Une règle que les commandes accomplissent\u202f; les points d’une commande impayée attendent son paiement.',
  'purchase: an order, by its total without shipping. retail_purchase: an order at the point of sale (channel pos). If the program has such a rule, purchase rules do not apply to these orders.':
    'purchase\u00a0: une commande, selon son total sans livraison. retail_purchase\u00a0: une commande en caisse (canal pos), que les règles purchase lui laissent alors.',
  'What an order gives: points, flat or per amount spent, or a reward.':
    'Ce que donne une commande\u00a0: des points, fixes ou par montant dépensé, ou une récompense.',
  'The amount for which the points are given; 1 for "5 points per $1". Default: the points are given once per order. In the program\'s currency.':
    'Combien dépenser pour chaque don des points\u202f; 1 pour «\u00a05 points par 1 €\u00a0». À défaut, les points sont donnés une fois par commande. Dans la devise du programme.',
  'A rule that orders complete by the products in them.':
    'Une règle que les commandes accomplissent par leurs produits.',
  'An order, by its lines with one of certain products.':
    'Une commande, selon ses lignes de certains produits.',
  'The products.': 'Les produits.',
  "The id of a product in the store's platform.":
    'L’identifiant d’un produit sur la plateforme de la boutique.',
  'A rule that orders complete by the collections in them.':
    'Une règle que les commandes accomplissent par leurs collections.',
  'An order, by its lines with a product of certain collections.':
    'Une commande, selon ses lignes de produits de certaines collections.',
  'The collections.': 'Les collections.',
  "The id of a collection in the store's platform.":
    'L’identifiant d’une collection sur la plateforme de la boutique.',
  'A rule that is completed when the store reports it.': 'Une règle accomplie quand la boutique le dit.',
  'An activity that the store reports under a name of its own.':
    'Ce que la boutique signale sous un nom à elle.',
  'The name that activities for this rule have. It must differ from the names of other rules, and must not begin with $.':
    'Le nom que les activités utilisent\u202f; pas celui d’une autre règle, ni un nom qui commence par $.',
  'A rule that is completed when the customer follows a link.':
    'Une règle accomplie dès que le client a suivi un lien.',
  'Opening a page.': 'Ouvrir une page.',
  'The page to open.': 'La page à ouvrir.',
  'A rule that is completed when the customer likes the page.':
    'Une règle accomplie dès que le client a aimé la page.',
  'Liking a page.': 'Aimer une page.',
  'The page to like.': 'La page à aimer.',
  'A rule that is completed when the customer follows or mentions the profile.':
    'Une règle accomplie dès que le client a suivi ou mentionné le profil.',
  'social_follow: following a profile. social_mention: mentioning it in a post.':
    'social_follow\u00a0: suivre un profil. social_mention\u00a0: le mentionner dans une publication.',
  'The profile, as the network writes it.': 'Le profil, comme le réseau l’écrit.',
  'The social network.': 'Le réseau social.',
  'A rule that is completed by a post with the hashtag.':
    'Une règle accomplie par une publication avec le hashtag.',
  'Posting with a hashtag.': 'Publier avec un hashtag.',
  'The hashtag, as the network writes it.': 'Le hashtag, comme le réseau l’écrit.',
  'A rule that is completed when a referred friend buys.':
    'Une règle accomplie dès qu’un ami parrainé a acheté.',
  'Referring a friend who buys.': 'Parrainer un ami qui achète.',
  'The order of the friend that completes the rule: any order, or only an order of minimum_spend or more. Default: any_purchase.':
    'Quelle commande de l’ami l’accomplit\u00a0: toute commande, ou une d’au moins minimum_spend\u202f; any_purchase, sauf indication contraire.',
  "The minimum amount of an order for qualifying_purchase. In the program's currency.":
    'Ce qu’une commande doit atteindre pour qualifying_purchase. Dans la devise du programme.',
  'A longer text for customers. One text, or a map of language tag to text.':
    'Un texte plus long pour les clients. Un texte, ou un par code de langue.',
  "The title for customers. Default: the server's name of the kind. One text, or a map of language tag to text.":
    'Ce que lisent les clients. À défaut\u00a0: le nom que ce serveur donne à son type. Un texte, ou un par code de langue.',
};
