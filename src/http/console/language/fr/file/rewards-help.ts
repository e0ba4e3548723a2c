/** The explanations of rewards in the program file in French, by the English ones. */
export const rewardsHelp = {
  'The rewards by their permanent keys, in the order in which customers see them.':
    'Les récompenses par leurs clés fixes, dans l’ordre affiché.',
  'A reward that points buy.': 'Une récompense que l’on obtient avec des points.',
  'A reward that gives a voucher code for the cart.':
    'Une récompense qui donne un code de réduction pour le panier.',
  'A voucher code that discounts the cart.': 'Un code de réduction sur le panier.',
  'A picture for the loyalty page: a PNG, JPEG or WebP image of at most 24 KiB, as a path from this file or as a data: URI.':
    'Une image pour la page de fidélité\u00a0: PNG, JPEG ou WebP de 24\u00a0Kio au plus, comme chemin depuis ce fichier ou comme URI data:.',
  "The address of the picture, in place of image. Default: the product's picture, or an icon of the kind.":
    'Au lieu de image\u00a0: l’adresse de l’image. Sans aucune des deux\u00a0: l’image du produit, ou une icône du type.',
  'The cost of a claim in points.': 'Ce que coûte un échange, en points.',
  'How many claims all customers together can have. Default: no limit. A later change of this number changes the number that is left by the same difference.':
    'Combien d’échanges il y a en tout, tous clients confondus. À défaut\u00a0: illimité. Changer ce nombre plus tard ajoute à ce qui reste, ou en retire.',
  'The sales channels in which the reward is offered. Default: all.':
    'Canaux de vente où elle est proposée. À défaut\u00a0: tous.',
  'A sales channel.': 'Un canal de vente.',
  'The countries in which the reward is offered. Default: all.':
    'Pays où elle est proposée. À défaut\u00a0: tous.',
  'A country. ISO 3166-1 alpha-2.': 'Un pays. ISO 3166-1 alpha-2.',
  'The time after which an unused claim lapses and its points return. Default: never; for product_cart 24h. A whole number of seconds, minutes, hours or days: 30s, 15m, 24h, 14d.':
    'Un échange non utilisé est annulé après ce délai et ses points reviennent. À défaut\u00a0: jamais\u202f; pour product_cart\u00a0: 24h. Un nombre entier de secondes, minutes, heures ou jours\u00a0: 30s, 15m, 24h, 14d.',
  'The time in which a claimed reward can be used. If it expires, its points stay spent. Default: for ever. A whole number of seconds, minutes, hours or days: 30s, 15m, 24h, 14d.':
    'Combien de temps ce qui a été obtenu peut servir\u202f; les points de ce qui expire restent dépensés. À défaut\u00a0: toujours. Un nombre entier de secondes, minutes, heures ou jours\u00a0: 30s, 15m, 24h, 14d.',
  'The values that differ for customers of one tier. All other values are those of the reward.':
    'Ce qui diffère pour les clients d’un niveau\u202f; le reste est comme dans la récompense.',
  'The source of voucher codes. Default: the server generates twelve random characters.':
    'D’où viennent les codes. À défaut\u00a0: douze caractères au hasard.',
  'pool: codes that were imported for this reward by "loyaltyd codes import".':
    'Ceux importés pour elle par «\u00a0loyaltyd codes import\u00a0».',
  'Codes that the server generates by a pattern.': 'Des codes selon un modèle.',
  'The pattern of a new code: each ? becomes a random letter and each # a random digit, as in BLOOM-????-????-##.':
    'Comment un nouveau code est fait\u00a0: chaque\u202f? devient une lettre au hasard et chaque # un chiffre au hasard, comme dans BLOOM-????-????-##.',
  'Either an amount or a percentage.': 'Soit un montant, soit un pourcentage.',
  "A fixed discount. In the program's currency.": 'Une remise fixe. Dans la devise du programme.',
  'A discount in percent: 10 for 10%.': 'Une remise en pour cent\u00a0: 10 pour 10\u00a0%.',
  "The minimum spend for the voucher. In the program's currency.":
    'Ce qu’il faut dépenser pour utiliser le bon. Dans la devise du programme.',
  'The orders that the voucher discounts. Default: all.':
    'Les commandes auxquelles le bon s’applique\u202f; toutes, sauf indication contraire.',
  'How many orders of a subscription get the discount. Default: all.':
    'Combien de commandes d’un abonnement bénéficient de la remise. À défaut\u00a0: toutes.',
  'Whether the voucher can be used on a running subscription. Default: false.':
    'Si un abonnement en cours peut prendre le bon\u202f; non, sauf indication contraire.',
  'The collections that get the discount. Default: the whole cart.':
    'Collections auxquelles la remise est limitée. À défaut\u00a0: tout le panier.',
  'A collection of products.': 'Une collection de produits.',
  "The collection's id in the store's platform.":
    'L’identifiant de la collection sur la plateforme de la boutique.',
  "The collection's address in the store.": 'Où la boutique montre la collection.',
  'The text about this restriction for customers.': 'Comment les clients lisent la restriction.',
  'A reward that gives a voucher code for a discount. The customer chooses the amount.':
    'Une récompense qui convertit en remise autant de points que le client le souhaite.',
  'A voucher code that discounts the cart by an amount that the customer chooses.':
    'Un code qui réduit le panier du montant que le client choisit.',
  "The cost in points for each unit of the discount, in the program's currency.":
    'Ce que coûte, en points, chaque unité de remise dans la devise du programme.',
  "The smallest discount that a customer can choose. In the program's currency.":
    'La plus petite remise possible. Dans la devise du programme.',
  "The largest discount that a customer can choose. In the program's currency.":
    'La plus grande remise possible. Dans la devise du programme.',
  "The minimum total of the cart before the discount. In the program's currency.":
    'Ce que le panier doit atteindre avant la remise. Dans la devise du programme.',
  "The minimum total of the cart after the discount. In the program's currency.":
    'Ce que le panier doit encore atteindre après la remise. Dans la devise du programme.',
  'A reward that gives a voucher code for free shipping.':
    'Une récompense qui donne un code de livraison gratuite.',
  'A voucher code for free shipping.': 'Un code de livraison gratuite.',
  "The largest shipping price that is taken off. Default: all of it. In the program's currency.":
    'Montant maximal des frais de livraison offerts. À défaut\u00a0: la totalité. Dans la devise du programme.',
  'A reward that gives a voucher code for one product.': 'Une récompense qui donne un code pour un produit.',
  'A voucher code that discounts a product.': 'Un code de réduction sur un produit.',
  'The product that gets the discount.': 'Le produit en remise.',
  "The product's id in the store's platform.": 'L’identifiant du produit sur la plateforme de la boutique.',
  'The only variant that gets the discount. Default: all variants.':
    'La seule variante en remise. À défaut\u00a0: toutes.',
  'A picture of the product.': 'Une image du produit.',
  'The discount.': 'Ce qui est retiré du prix.',
  'A reward that gives a voucher code for the products of one collection.':
    'Une récompense qui donne un code pour les produits d’une collection.',
  'A voucher code that discounts the products of a collection.':
    'Un code de réduction sur les produits d’une collection.',
  'The collection that gets the discount.': 'La collection en remise.',
  'A reward that gives a code with a balance.': 'Une récompense qui donne un code avec un solde.',
  'A code with a balance.': 'Un code avec un solde.',
  "The balance of a new card. In the program's currency.":
    'Le solde d’une nouvelle carte. Dans la devise du programme.',
  'A reward that puts a product into the cart.': 'Une récompense qui met un produit dans le panier.',
  'A product put into the cart.': 'Un produit mis dans le panier.',
  'The product that the customer gets.': 'Le produit offert.',
  "The product's handle in the store's addresses.": 'Le nom du produit dans les adresses de la boutique.',
  "The product's address in the store.": 'Où la boutique montre le produit.',
  'The variants that customers can choose from; at least one.': 'Variantes au choix\u202f; au moins une.',
  'A variant that customers may choose.': 'Une variante que les clients peuvent choisir.',
  "The variant's id in the store's platform.":
    'L’identifiant de la variante sur la plateforme de la boutique.',
  "The store's stock keeping unit.": 'La référence d’article de la boutique.',
  'How many can be redeemed. Default: the stock is not tracked. A later change of this number changes the number that is left by the same difference.':
    'Combien peuvent être obtenus. À défaut, le stock n’est pas suivi. Changer ce nombre plus tard ajoute à ce qui reste, ou en retire.',
  'How many of this reward one cart may contain. Default: no limit.':
    'Combien de cette récompense un panier peut contenir. À défaut\u00a0: sans maximum.',
  'What the cart must contain, or else the product is taken out of it.':
    'Ce que le panier doit contenir pour que le produit y reste.',
  "The minimum total of the cart. In the program's currency.":
    'Ce que le panier doit atteindre. Dans la devise du programme.',
  'The minimum number of items in the cart.': 'Combien d’articles le panier doit contenir.',
  'A reward that discounts a running subscription. It needs an integration with a subscription service.':
    'Une récompense qui réduit un abonnement en cours\u202f; il faut une intégration d’abonnements.',
  "A discount on the customer's running subscription.": 'Une remise sur l’abonnement en cours du client.',
  'A reward that adds a product to a subscription. It needs an integration with a subscription service.':
    'Une récompense qui ajoute un produit à un abonnement\u202f; il faut une intégration d’abonnements.',
  "A product added to the next delivery of the customer's running subscription.":
    'Un produit ajouté à la prochaine livraison de l’abonnement en cours du client.',
  'A reward that the store fulfils.': 'Une récompense que la boutique fournit.',
  'Something that the store hands over itself.': 'Tout ce que la boutique fournit elle-même.',
  'store_fulfillment: the store hands the reward over. voucher: a claim gives a voucher code. Default: store_fulfillment.':
    'store_fulfillment\u00a0: la boutique remet ce qui a été obtenu. voucher\u00a0: l’échange donne un code. store_fulfillment, sauf indication contraire.',
  'With store_fulfillment: how the store learns of a claim. manual: the store looks for new claims itself. webhook: the server sends a webhook. Default: manual.':
    'Comment la boutique remet la récompense\u00a0: à la main, ou prévenue par un webhook. À la main, sauf indication contraire\u202f; pour store_fulfillment.',
  'With the method webhook: the address of the webhook.':
    'Où le webhook est envoyé\u202f; pour le mode webhook.',
  'A longer text for customers. {amount}, {minimum_spend}, {points} and {expires_in} mean the same as in the title. One text, or a map of language tag to text.':
    'Un texte plus long pour les clients. {amount}, {minimum_spend}, {points} et {expires_in} ont le même sens que dans le titre. Un texte, ou un par code de langue.',
  'The name of the collection.': 'Le nom de la collection.',
  'The name of the product.': 'Le nom du produit.',
  'The name of the variant.': 'Le nom de la variante.',
  "The title for customers. {amount} stands for the worth of the reward, {minimum_spend} for the minimum spend, {points} for the cost and {expires_in} for the time in which it can be used, each in the reader's language. One text, or a map of language tag to text.":
    'Ce que lisent les clients. {amount} est sa valeur, {minimum_spend} la dépense minimale, {points} son coût et {expires_in} sa durée d’utilisation, chacun comme ses lecteurs l’écrivent. Un texte, ou un par code de langue.',
};
