/** The explanations of rewards in the program file in French, by the English ones. */
export const rewardsHelp = {
  'Rewards by their stable keys, in the order shown.':
    'Les récompenses par leurs clés fixes, dans l’ordre affiché.',
  'A reward that points buy.': 'Une récompense que l’on obtient avec des points.',
  'A reward that gives a voucher code for the cart.':
    'Une récompense qui donne un code de réduction pour le panier.',
  'A voucher code that discounts the cart.': 'Un code de réduction sur le panier.',
  'A picture for the loyalty page: a PNG, JPEG or WebP image of at most 24 KiB, as a path from this file or as a data: URI.':
    'Une image pour la page de fidélité\u00a0: PNG, JPEG ou WebP de 24\u00a0Kio au plus, comme chemin depuis ce fichier ou comme URI data:.',
  "In place of image: the address of the picture. Without either: the product's picture, or an icon of the kind.":
    'Au lieu de image\u00a0: l’adresse de l’image. Sans aucune des deux\u00a0: l’image du produit, ou une icône du type.',
  'What a claim costs, in points.': 'Ce que coûte un échange, en points.',
  'How many claims there are in all, of all customers. Without it: no end of them. A later change of this number adds to or takes from what is left.':
    'Combien d’échanges il y a en tout, tous clients confondus. À défaut\u00a0: illimité. Changer ce nombre plus tard ajoute à ce qui reste, ou en retire.',
  'Sales channels in which it is offered. Without it: all.':
    'Canaux de vente où elle est proposée. À défaut\u00a0: tous.',
  'A sales channel.': 'Un canal de vente.',
  'Countries in which it is offered. Without it: all.': 'Pays où elle est proposée. À défaut\u00a0: tous.',
  'A country. ISO 3166-1 alpha-2.': 'Un pays. ISO 3166-1 alpha-2.',
  'An unused claim lapses after so long and its points return. Without it: never; a product_cart: 24h. A whole number of seconds, minutes, hours or days: 30s, 15m, 24h, 14d.':
    'Un échange non utilisé est annulé après ce délai et ses points reviennent. À défaut\u00a0: jamais\u202f; pour product_cart\u00a0: 24h. Un nombre entier de secondes, minutes, heures ou jours\u00a0: 30s, 15m, 24h, 14d.',
  'What was claimed can be used for so long; the points of what expires stay spent. Without it: for ever. A whole number of seconds, minutes, hours or days: 30s, 15m, 24h, 14d.':
    'Combien de temps ce qui a été obtenu peut servir\u202f; les points de ce qui expire restent dépensés. À défaut\u00a0: toujours. Un nombre entier de secondes, minutes, heures ou jours\u00a0: 30s, 15m, 24h, 14d.',
  'What differs for customers of one tier; everything else stays as in the reward.':
    'Ce qui diffère pour les clients d’un niveau\u202f; le reste est comme dans la récompense.',
  'Where voucher codes come from. Without it: twelve random characters.':
    'D’où viennent les codes. À défaut\u00a0: douze caractères au hasard.',
  'Those that were imported for it by "loyaltyd codes import".':
    'Ceux importés pour elle par «\u00a0loyaltyd codes import\u00a0».',
  'Codes made by a pattern.': 'Des codes selon un modèle.',
  'How a new code is made: each ? becomes a random letter and each # a random digit, as in BLOOM-????-????-##.':
    'Comment un nouveau code est fait\u00a0: chaque\u202f? devient une lettre au hasard et chaque # un chiffre au hasard, comme dans BLOOM-????-????-##.',
  'Either an amount or a percentage.': 'Soit un montant, soit un pourcentage.',
  "A fixed discount. In the program's currency.": 'Une remise fixe. Dans la devise du programme.',
  'A discount in percent: 10 for 10%.': 'Une remise en pour cent\u00a0: 10 pour 10\u00a0%.',
  "What must be spent to use the voucher. In the program's currency.":
    'Ce qu’il faut dépenser pour utiliser le bon. Dans la devise du programme.',
  'Orders that the voucher discounts; all unless said otherwise.':
    'Les commandes auxquelles le bon s’applique\u202f; toutes, sauf indication contraire.',
  'How many orders of a subscription are discounted. Without it: all.':
    'Combien de commandes d’un abonnement bénéficient de la remise. À défaut\u00a0: toutes.',
  'Whether a running subscription can take the voucher; false unless said otherwise.':
    'Si un abonnement en cours peut prendre le bon\u202f; non, sauf indication contraire.',
  'Collections that the discount is restricted to. Without it: the whole cart.':
    'Collections auxquelles la remise est limitée. À défaut\u00a0: tout le panier.',
  'A collection of products.': 'Une collection de produits.',
  "The collection's id in the store's platform.":
    'L’identifiant de la collection sur la plateforme de la boutique.',
  'Where the store shows the collection.': 'Où la boutique montre la collection.',
  'How the restriction reads to customers.': 'Comment les clients lisent la restriction.',
  'A reward that turns as many points as the customer likes into a discount.':
    'Une récompense qui convertit en remise autant de points que le client le souhaite.',
  'A voucher code that discounts the cart by as much as the customer chooses.':
    'Un code qui réduit le panier du montant que le client choisit.',
  "What each unit of the program's currency of the discount asked for costs, in points.":
    'Ce que coûte, en points, chaque unité de remise dans la devise du programme.',
  "The least discount that can be asked for. In the program's currency.":
    'La plus petite remise possible. Dans la devise du programme.',
  "The greatest discount that can be asked for. In the program's currency.":
    'La plus grande remise possible. Dans la devise du programme.',
  "What the cart must come to before the discount. In the program's currency.":
    'Ce que le panier doit atteindre avant la remise. Dans la devise du programme.',
  "What the cart must still come to after the discount. In the program's currency.":
    'Ce que le panier doit encore atteindre après la remise. Dans la devise du programme.',
  'A reward that gives a voucher code for free shipping.':
    'Une récompense qui donne un code de livraison gratuite.',
  'A voucher code for free shipping.': 'Un code de livraison gratuite.',
  "The shipping that is free at most. Without it: all of it. In the program's currency.":
    'Montant maximal des frais de livraison offerts. À défaut\u00a0: la totalité. Dans la devise du programme.',
  'A reward that gives a voucher code for one product.': 'Une récompense qui donne un code pour un produit.',
  'A voucher code that discounts a product.': 'Un code de réduction sur un produit.',
  'The product discounted.': 'Le produit en remise.',
  "The product's id in the store's platform.": 'L’identifiant du produit sur la plateforme de la boutique.',
  'The one variant that is discounted. Without it: all.':
    'La seule variante en remise. À défaut\u00a0: toutes.',
  'A picture of the product.': 'Une image du produit.',
  'What is taken off.': 'Ce qui est retiré du prix.',
  'A reward that gives a voucher code for the products of one collection.':
    'Une récompense qui donne un code pour les produits d’une collection.',
  'A voucher code that discounts the products of a collection.':
    'Un code de réduction sur les produits d’une collection.',
  'The collection discounted.': 'La collection en remise.',
  'A reward that gives a code with a balance.': 'Une récompense qui donne un code avec un solde.',
  'A code with a balance.': 'Un code avec un solde.',
  "The balance of a new card. In the program's currency.":
    'Le solde d’une nouvelle carte. Dans la devise du programme.',
  'A reward that puts a product into the cart.': 'Une récompense qui met un produit dans le panier.',
  'A product put into the cart.': 'Un produit mis dans le panier.',
  'The product given.': 'Le produit offert.',
  "The product's handle in the store's addresses.": 'Le nom du produit dans les adresses de la boutique.',
  'Where the store shows the product.': 'Où la boutique montre le produit.',
  'Variants to choose from; at least one.': 'Variantes au choix\u202f; au moins une.',
  'A variant that customers may choose.': 'Une variante que les clients peuvent choisir.',
  "The variant's id in the store's platform.":
    'L’identifiant de la variante sur la plateforme de la boutique.',
  "The store's stock keeping unit.": 'La référence d’article de la boutique.',
  'How many can be redeemed. Without it the stock is not tracked. A later change of this number adds to or takes from what is left.':
    'Combien peuvent être obtenus. À défaut, le stock n’est pas suivi. Changer ce nombre plus tard ajoute à ce qui reste, ou en retire.',
  'How many of this reward one cart may hold. Without it: no maximum.':
    'Combien de cette récompense un panier peut contenir. À défaut\u00a0: sans maximum.',
  'What the cart must hold for the product to stay in it.':
    'Ce que le panier doit contenir pour que le produit y reste.',
  "What the cart must come to. In the program's currency.":
    'Ce que le panier doit atteindre. Dans la devise du programme.',
  'How many items the cart must hold.': 'Combien d’articles le panier doit contenir.',
  'A reward that discounts a running subscription; it needs an integration of subscriptions.':
    'Une récompense qui réduit un abonnement en cours\u202f; il faut une intégration d’abonnements.',
  "A discount on the customer's running subscription.": 'Une remise sur l’abonnement en cours du client.',
  'A reward that adds a product to a subscription; it needs an integration of subscriptions.':
    'Une récompense qui ajoute un produit à un abonnement\u202f; il faut une intégration d’abonnements.',
  "A product added to the next delivery of the customer's running subscription.":
    'Un produit ajouté à la prochaine livraison de l’abonnement en cours du client.',
  'A reward that the store fulfils.': 'Une récompense que la boutique fournit.',
  'Whatever the store fulfils itself.': 'Tout ce que la boutique fournit elle-même.',
  'store_fulfillment: the store does what was claimed. voucher: a claim gives a voucher code. store_fulfillment unless said otherwise.':
    'store_fulfillment\u00a0: la boutique remet ce qui a été obtenu. voucher\u00a0: l’échange donne un code. store_fulfillment, sauf indication contraire.',
  'How the store fulfils: by hand, or told by a webhook. Manual unless said otherwise; for store_fulfillment.':
    'Comment la boutique remet la récompense\u00a0: à la main, ou prévenue par un webhook. À la main, sauf indication contraire\u202f; pour store_fulfillment.',
  'Where the webhook is sent; for the method webhook.':
    'Où le webhook est envoyé\u202f; pour le mode webhook.',
  'A longer text for customers. {amount}, {minimum_spend}, {points} and {expires_in} stand for the same as in the title. One text, or a map of language tag to text.':
    'Un texte plus long pour les clients. {amount}, {minimum_spend}, {points} et {expires_in} ont le même sens que dans le titre. Un texte, ou un par code de langue.',
  'The name of the collection.': 'Le nom de la collection.',
  'The name of the product.': 'Le nom du produit.',
  'The name of the variant.': 'Le nom de la variante.',
  'What customers read. {amount} stands for what it is worth, {minimum_spend} for the least that has to be spent, {points} for what it costs and {expires_in} for how long it can be used, each as its readers write it. One text, or a map of language tag to text.':
    'Ce que lisent les clients. {amount} est sa valeur, {minimum_spend} la dépense minimale, {points} son coût et {expires_in} sa durée d’utilisation, chacun comme ses lecteurs l’écrivent. Un texte, ou un par code de langue.',
};
