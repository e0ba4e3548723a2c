/** The explanations of rewards in the program file in German, by the English ones. */
export const rewardsHelp = {
  'Rewards by their stable keys, in the order shown.':
    'Prämien nach ihren festen Schlüsseln, in der gezeigten Reihenfolge.',
  'A reward that points buy.': 'Eine Prämie für Punkte.',
  'A reward that gives a voucher code for the cart.':
    'Eine Prämie, die einen Gutscheincode für den Warenkorb gibt.',
  'A voucher code that discounts the cart.': 'Ein Gutscheincode mit Rabatt auf den Warenkorb.',
  'A picture for the loyalty page: a PNG, JPEG or WebP image of at most 24 KiB, as a path from this file or as a data: URI.':
    'Ein Bild für die Treueseite: PNG, JPEG oder WebP mit höchstens 24 KiB, als Pfad von dieser Datei aus oder als data:-URI.',
  "In place of image: the address of the picture. Without either: the product's picture, or an icon of the kind.":
    'Anstelle von image: die Adresse des Bilds. Ohne beides: das Bild des Produkts oder ein Symbol der Art.',
  'What a claim costs, in points.': 'Was eine Einlösung kostet, in Punkten.',
  'How many claims there are in all, of all customers. Without it: no end of them. A later change of this number adds to or takes from what is left.':
    'Wie viele Einlösungen es insgesamt gibt, für alle Kunden. Ohne Angabe: ohne Ende. Eine spätere Änderung dieser Zahl erhöht oder verringert, was übrig ist.',
  'Sales channels in which it is offered. Without it: all.':
    'Vertriebskanäle, in denen sie angeboten wird. Ohne Angabe: alle.',
  'A sales channel.': 'Ein Vertriebskanal.',
  'Countries in which it is offered. Without it: all.':
    'Länder, in denen sie angeboten wird. Ohne Angabe: alle.',
  'A country. ISO 3166-1 alpha-2.': 'Ein Land. ISO 3166-1 alpha-2.',
  'An unused claim lapses after so long and its points return. Without it: never; a product_cart: 24h. A whole number of seconds, minutes, hours or days: 30s, 15m, 24h, 14d.':
    'Eine unverwendete Einlösung verfällt nach dieser Zeit, und ihre Punkte kehren zurück. Ohne Angabe: nie; bei product_cart: 24h. Eine ganze Zahl von Sekunden, Minuten, Stunden oder Tagen: 30s, 15m, 24h, 14d.',
  'What was claimed can be used for so long; the points of what expires stay spent. Without it: for ever. A whole number of seconds, minutes, hours or days: 30s, 15m, 24h, 14d.':
    'So lange lässt sich das Eingelöste verwenden; die Punkte von Abgelaufenem bleiben ausgegeben. Ohne Angabe: für immer. Eine ganze Zahl von Sekunden, Minuten, Stunden oder Tagen: 30s, 15m, 24h, 14d.',
  'What differs for customers of one tier; everything else stays as in the reward.':
    'Was für Kunden einer Stufe anders ist; alles andere bleibt wie in der Prämie.',
  'Where voucher codes come from. Without it: twelve random characters.':
    'Woher Gutscheincodes kommen. Ohne Angabe: zwölf zufällige Zeichen.',
  'Those that were imported for it by "loyaltyd codes import".':
    'Solche, die dafür mit „loyaltyd codes import“ importiert wurden.',
  'Codes made by a pattern.': 'Codes nach einem Muster.',
  'How a new code is made: each ? becomes a random letter and each # a random digit, as in BLOOM-????-????-##.':
    'Wie ein neuer Code entsteht: Jedes ? wird ein zufälliger Buchstabe und jedes # eine zufällige Ziffer, wie in BLOOM-????-????-##.',
  'Either an amount or a percentage.': 'Entweder ein Betrag oder ein Prozentsatz.',
  "A fixed discount. In the program's currency.": 'Ein fester Rabatt. In der Währung des Programms.',
  'A discount in percent: 10 for 10%.': 'Ein Rabatt in Prozent: 10 für 10 %.',
  "What must be spent to use the voucher. In the program's currency.":
    'Was auszugeben ist, um den Gutschein zu verwenden. In der Währung des Programms.',
  'Orders that the voucher discounts; all unless said otherwise.':
    'Bestellungen, auf die der Gutschein Rabatt gibt; alle, wenn nichts anderes steht.',
  'How many orders of a subscription are discounted. Without it: all.':
    'Wie viele Bestellungen eines Abonnements Rabatt bekommen. Ohne Angabe: alle.',
  'Whether a running subscription can take the voucher; false unless said otherwise.':
    'Ob ein laufendes Abonnement den Gutschein annehmen kann; nein, wenn nichts anderes steht.',
  'Collections that the discount is restricted to. Without it: the whole cart.':
    'Kollektionen, auf die der Rabatt beschränkt ist. Ohne Angabe: der ganze Warenkorb.',
  'A collection of products.': 'Eine Kollektion von Produkten.',
  "The collection's id in the store's platform.": 'Die Nummer der Kollektion in der Plattform des Shops.',
  'Where the store shows the collection.': 'Wo der Shop die Kollektion zeigt.',
  'How the restriction reads to customers.': 'Wie die Einschränkung für Kunden lautet.',
  'A reward that turns as many points as the customer likes into a discount.':
    'Eine Prämie, die so viele Punkte, wie der Kunde will, in einen Rabatt verwandelt.',
  'A voucher code that discounts the cart by as much as the customer chooses.':
    'Ein Gutscheincode mit so viel Rabatt auf den Warenkorb, wie der Kunde wählt.',
  "What each unit of the program's currency of the discount asked for costs, in points.":
    'Was jede gewünschte Einheit Rabatt in der Währung des Programms kostet, in Punkten.',
  "The least discount that can be asked for. In the program's currency.":
    'Der kleinste Rabatt, den man wählen kann. In der Währung des Programms.',
  "The greatest discount that can be asked for. In the program's currency.":
    'Der größte Rabatt, den man wählen kann. In der Währung des Programms.',
  "What the cart must come to before the discount. In the program's currency.":
    'Was der Warenkorb vor dem Rabatt erreichen muss. In der Währung des Programms.',
  "What the cart must still come to after the discount. In the program's currency.":
    'Was der Warenkorb nach dem Rabatt noch erreichen muss. In der Währung des Programms.',
  'A reward that gives a voucher code for free shipping.':
    'Eine Prämie, die einen Gutscheincode für kostenlosen Versand gibt.',
  'A voucher code for free shipping.': 'Ein Gutscheincode für kostenlosen Versand.',
  "The shipping that is free at most. Without it: all of it. In the program's currency.":
    'Bis zu diesem Betrag entfallen die Versandkosten. Ohne Angabe: ganz. In der Währung des Programms.',
  'A reward that gives a voucher code for one product.':
    'Eine Prämie, die einen Gutscheincode für ein Produkt gibt.',
  'A voucher code that discounts a product.': 'Ein Gutscheincode mit Rabatt auf ein Produkt.',
  'The product discounted.': 'Das Produkt mit dem Rabatt.',
  "The product's id in the store's platform.": 'Die Nummer des Produkts in der Plattform des Shops.',
  'The one variant that is discounted. Without it: all.':
    'Die einzige Variante mit dem Rabatt. Ohne Angabe: alle.',
  'A picture of the product.': 'Ein Bild des Produkts.',
  'What is taken off.': 'Was abgezogen wird.',
  'A reward that gives a voucher code for the products of one collection.':
    'Eine Prämie, die einen Gutscheincode für die Produkte einer Kollektion gibt.',
  'A voucher code that discounts the products of a collection.':
    'Ein Gutscheincode mit Rabatt auf die Produkte einer Kollektion.',
  'The collection discounted.': 'Die Kollektion mit dem Rabatt.',
  'A reward that gives a code with a balance.': 'Eine Prämie, die einen Code mit Guthaben gibt.',
  'A code with a balance.': 'Ein Code mit Guthaben.',
  "The balance of a new card. In the program's currency.":
    'Das Guthaben einer neuen Karte. In der Währung des Programms.',
  'A reward that puts a product into the cart.': 'Eine Prämie, die ein Produkt in den Warenkorb legt.',
  'A product put into the cart.': 'Ein Produkt, das in den Warenkorb gelegt wird.',
  'The product given.': 'Das gegebene Produkt.',
  "The product's handle in the store's addresses.": 'Der Kurzname des Produkts in den Adressen des Shops.',
  'Where the store shows the product.': 'Wo der Shop das Produkt zeigt.',
  'Variants to choose from; at least one.': 'Varianten zur Auswahl; mindestens eine.',
  'A variant that customers may choose.': 'Eine Variante, die Kunden wählen können.',
  "The variant's id in the store's platform.": 'Die Nummer der Variante in der Plattform des Shops.',
  "The store's stock keeping unit.": 'Die Artikelnummer des Shops.',
  'How many can be redeemed. Without it the stock is not tracked. A later change of this number adds to or takes from what is left.':
    'Wie viele sich einlösen lassen. Ohne Angabe wird der Bestand nicht gezählt. Eine spätere Änderung dieser Zahl erhöht oder verringert, was übrig ist.',
  'How many of this reward one cart may hold. Without it: no maximum.':
    'Wie viele dieser Prämie ein Warenkorb enthalten darf. Ohne Angabe: ohne Höchstzahl.',
  'What the cart must hold for the product to stay in it.':
    'Was der Warenkorb enthalten muss, damit das Produkt darin bleibt.',
  "What the cart must come to. In the program's currency.":
    'Was der Warenkorb erreichen muss. In der Währung des Programms.',
  'How many items the cart must hold.': 'Wie viele Artikel der Warenkorb enthalten muss.',
  'A reward that discounts a running subscription; it needs an integration of subscriptions.':
    'Eine Prämie mit Rabatt auf ein laufendes Abonnement; sie braucht eine Anbindung für Abonnements.',
  "A discount on the customer's running subscription.": 'Ein Rabatt auf das laufende Abonnement des Kunden.',
  'A reward that adds a product to a subscription; it needs an integration of subscriptions.':
    'Eine Prämie, die einem Abonnement ein Produkt hinzufügt; sie braucht eine Anbindung für Abonnements.',
  "A product added to the next delivery of the customer's running subscription.":
    'Ein Produkt zur nächsten Lieferung des laufenden Abonnements des Kunden.',
  'A reward that the store fulfils.': 'Eine Prämie, die der Shop ausgibt.',
  'Whatever the store fulfils itself.': 'Was der Shop selbst ausgibt.',
  'store_fulfillment: the store does what was claimed. voucher: a claim gives a voucher code. store_fulfillment unless said otherwise.':
    'store_fulfillment: Der Shop tut, was eingelöst wurde. voucher: Eine Einlösung gibt einen Gutscheincode. store_fulfillment, wenn nichts anderes steht.',
  'How the store fulfils: by hand, or told by a webhook. Manual unless said otherwise; for store_fulfillment.':
    'Wie der Shop ausgibt: von Hand oder durch einen Webhook benachrichtigt. Von Hand, wenn nichts anderes steht; für store_fulfillment.',
  'Where the webhook is sent; for the method webhook.':
    'Wohin der Webhook gesendet wird; für die Methode webhook.',
  'A longer text for customers. {amount}, {minimum_spend}, {points} and {expires_in} stand for the same as in the title. One text, or a map of language tag to text.':
    'Ein längerer Text für Kunden. {amount}, {minimum_spend}, {points} und {expires_in} stehen für dasselbe wie im Titel. Ein Text oder einer je Sprachkürzel.',
  'The name of the collection.': 'Der Name der Kollektion.',
  'The name of the product.': 'Der Name des Produkts.',
  'The name of the variant.': 'Der Name der Variante.',
  'What customers read. {amount} stands for what it is worth, {minimum_spend} for the least that has to be spent, {points} for what it costs and {expires_in} for how long it can be used, each as its readers write it. One text, or a map of language tag to text.':
    'Was Kunden lesen. {amount} steht für den Wert, {minimum_spend} für den Mindestbetrag, {points} für die Kosten und {expires_in} für die Dauer, in der sie sich verwenden lässt, jeweils so, wie Leser es schreiben. Ein Text oder einer je Sprachkürzel.',
};
