/** The explanations of rewards in the program file in German, by the English ones. */
export const rewardsHelp = {
  'The rewards by their permanent keys, in the order in which customers see them.':
    'Prämien nach ihren festen Schlüsseln, in der gezeigten Reihenfolge.',
  'A reward that points buy.': 'Eine Prämie für Punkte.',
  'A reward that gives a voucher code for the cart.':
    'Eine Prämie, die einen Gutscheincode für den Warenkorb gibt.',
  'A voucher code that discounts the cart.': 'Ein Gutscheincode mit Rabatt auf den Warenkorb.',
  'A picture for the loyalty page: a PNG, JPEG or WebP image of at most 24 KiB, as a path from this file or as a data: URI.':
    'Ein Bild für die Treueseite: PNG, JPEG oder WebP mit höchstens 24 KiB, als Pfad von dieser Datei aus oder als data:-URI.',
  "The address of the picture, in place of image. Default: the product's picture, or an icon of the kind.":
    'Anstelle von image: die Adresse des Bilds. Ohne beides: das Bild des Produkts oder ein Symbol der Art.',
  'The cost of a claim in points.': 'Was eine Einlösung kostet, in Punkten.',
  'How many claims all customers together can have. Default: no limit. A later change of this number changes the number that is left by the same difference.':
    'Wie viele Einlösungen es insgesamt gibt, für alle Kunden. Ohne Angabe: ohne Ende. Eine spätere Änderung dieser Zahl erhöht oder verringert, was übrig ist.',
  'The sales channels in which the reward is offered. Default: all.':
    'Vertriebskanäle, in denen sie angeboten wird. Ohne Angabe: alle.',
  'A sales channel.': 'Ein Vertriebskanal.',
  'The countries in which the reward is offered. Default: all.':
    'Länder, in denen sie angeboten wird. Ohne Angabe: alle.',
  'A country. ISO 3166-1 alpha-2.': 'Ein Land. ISO 3166-1 alpha-2.',
  'The time after which an unused claim lapses and its points return. Default: never; for product_cart 24h. A whole number of seconds, minutes, hours or days: 30s, 15m, 24h, 14d.':
    'Eine unverwendete Einlösung verfällt nach dieser Zeit, und ihre Punkte kehren zurück. Ohne Angabe: nie; bei product_cart: 24h. Eine ganze Zahl von Sekunden, Minuten, Stunden oder Tagen: 30s, 15m, 24h, 14d.',
  'The time in which a claimed reward can be used. If it expires, its points stay spent. Default: for ever. A whole number of seconds, minutes, hours or days: 30s, 15m, 24h, 14d.':
    'So lange lässt sich das Eingelöste verwenden; die Punkte von Abgelaufenem bleiben ausgegeben. Ohne Angabe: für immer. Eine ganze Zahl von Sekunden, Minuten, Stunden oder Tagen: 30s, 15m, 24h, 14d.',
  'The values that differ for customers of one tier. All other values are those of the reward.':
    'Was für Kunden einer Stufe anders ist; alles andere bleibt wie in der Prämie.',
  'The source of voucher codes. Default: the server generates twelve random characters.':
    'Woher Gutscheincodes kommen. Ohne Angabe: zwölf zufällige Zeichen.',
  'pool: codes that were imported for this reward by "loyaltyd codes import".':
    'Solche, die dafür mit „loyaltyd codes import“ importiert wurden.',
  'Codes that the server generates by a pattern.': 'Codes nach einem Muster.',
  'The pattern of a new code: each ? becomes a random letter and each # a random digit, as in BLOOM-????-????-##.':
    'Wie ein neuer Code entsteht: Jedes ? wird ein zufälliger Buchstabe und jedes # eine zufällige Ziffer, wie in BLOOM-????-????-##.',
  'Either an amount or a percentage.': 'Entweder ein Betrag oder ein Prozentsatz.',
  "A fixed discount. In the program's currency.": 'Ein fester Rabatt. In der Währung des Programms.',
  'A discount in percent: 10 for 10%.': 'Ein Rabatt in Prozent: 10 für 10 %.',
  "The minimum spend for the voucher. In the program's currency.":
    'Was auszugeben ist, um den Gutschein zu verwenden. In der Währung des Programms.',
  'The orders that the voucher discounts. Default: all.':
    'Bestellungen, auf die der Gutschein Rabatt gibt; alle, wenn nichts anderes steht.',
  'How many orders of a subscription get the discount. Default: all.':
    'Wie viele Bestellungen eines Abonnements Rabatt bekommen. Ohne Angabe: alle.',
  'Whether the voucher can be used on a running subscription. Default: false.':
    'Ob ein laufendes Abonnement den Gutschein annehmen kann; nein, wenn nichts anderes steht.',
  'The collections that get the discount. Default: the whole cart.':
    'Kollektionen, auf die der Rabatt beschränkt ist. Ohne Angabe: der ganze Warenkorb.',
  'A collection of products.': 'Eine Kollektion von Produkten.',
  "The collection's id in the store's platform.": 'Die Nummer der Kollektion in der Plattform des Shops.',
  "The collection's address in the store.": 'Wo der Shop die Kollektion zeigt.',
  'The text about this restriction for customers.': 'Wie die Einschränkung für Kunden lautet.',
  'A reward that gives a voucher code for a discount. The customer chooses the amount.':
    'Eine Prämie, die so viele Punkte, wie der Kunde will, in einen Rabatt verwandelt.',
  'A voucher code that discounts the cart by an amount that the customer chooses.':
    'Ein Gutscheincode mit so viel Rabatt auf den Warenkorb, wie der Kunde wählt.',
  "The cost in points for each unit of the discount, in the program's currency.":
    'Was jede gewünschte Einheit Rabatt in der Währung des Programms kostet, in Punkten.',
  "The smallest discount that a customer can choose. In the program's currency.":
    'Der kleinste Rabatt, den man wählen kann. In der Währung des Programms.',
  "The largest discount that a customer can choose. In the program's currency.":
    'Der größte Rabatt, den man wählen kann. In der Währung des Programms.',
  "The minimum total of the cart before the discount. In the program's currency.":
    'Was der Warenkorb vor dem Rabatt erreichen muss. In der Währung des Programms.',
  "The minimum total of the cart after the discount. In the program's currency.":
    'Was der Warenkorb nach dem Rabatt noch erreichen muss. In der Währung des Programms.',
  'A reward that gives a voucher code for free shipping.':
    'Eine Prämie, die einen Gutscheincode für kostenlosen Versand gibt.',
  'A voucher code for free shipping.': 'Ein Gutscheincode für kostenlosen Versand.',
  "The largest shipping price that is taken off. Default: all of it. In the program's currency.":
    'Bis zu diesem Betrag entfallen die Versandkosten. Ohne Angabe: ganz. In der Währung des Programms.',
  'A reward that gives a voucher code for one product.':
    'Eine Prämie, die einen Gutscheincode für ein Produkt gibt.',
  'A voucher code that discounts a product.': 'Ein Gutscheincode mit Rabatt auf ein Produkt.',
  'The product that gets the discount.': 'Das Produkt mit dem Rabatt.',
  "The product's id in the store's platform.": 'Die Nummer des Produkts in der Plattform des Shops.',
  'The only variant that gets the discount. Default: all variants.':
    'Die einzige Variante mit dem Rabatt. Ohne Angabe: alle.',
  'A picture of the product.': 'Ein Bild des Produkts.',
  'The discount.': 'Was abgezogen wird.',
  'A reward that gives a voucher code for the products of one collection.':
    'Eine Prämie, die einen Gutscheincode für die Produkte einer Kollektion gibt.',
  'A voucher code that discounts the products of a collection.':
    'Ein Gutscheincode mit Rabatt auf die Produkte einer Kollektion.',
  'The collection that gets the discount.': 'Die Kollektion mit dem Rabatt.',
  'A reward that gives a code with a balance.': 'Eine Prämie, die einen Code mit Guthaben gibt.',
  'A code with a balance.': 'Ein Code mit Guthaben.',
  "The balance of a new card. In the program's currency.":
    'Das Guthaben einer neuen Karte. In der Währung des Programms.',
  'A reward that puts a product into the cart.': 'Eine Prämie, die ein Produkt in den Warenkorb legt.',
  'A product put into the cart.': 'Ein Produkt, das in den Warenkorb gelegt wird.',
  'The product that the customer gets.': 'Das gegebene Produkt.',
  "The product's handle in the store's addresses.": 'Der Kurzname des Produkts in den Adressen des Shops.',
  "The product's address in the store.": 'Wo der Shop das Produkt zeigt.',
  'The variants that customers can choose from; at least one.': 'Varianten zur Auswahl; mindestens eine.',
  'A variant that customers may choose.': 'Eine Variante, die Kunden wählen können.',
  "The variant's id in the store's platform.": 'Die Nummer der Variante in der Plattform des Shops.',
  "The store's stock keeping unit.": 'Die Artikelnummer des Shops.',
  'How many can be redeemed. Default: the stock is not tracked. A later change of this number changes the number that is left by the same difference.':
    'Wie viele sich einlösen lassen. Ohne Angabe wird der Bestand nicht gezählt. Eine spätere Änderung dieser Zahl erhöht oder verringert, was übrig ist.',
  'How many of this reward one cart may contain. Default: no limit.':
    'Wie viele dieser Prämie ein Warenkorb enthalten darf. Ohne Angabe: ohne Höchstzahl.',
  'What the cart must contain, or else the product is taken out of it.':
    'Was der Warenkorb enthalten muss, damit das Produkt darin bleibt.',
  "The minimum total of the cart. In the program's currency.":
    'Was der Warenkorb erreichen muss. In der Währung des Programms.',
  'The minimum number of items in the cart.': 'Wie viele Artikel der Warenkorb enthalten muss.',
  'A reward that discounts a running subscription. It needs an integration with a subscription service.':
    'Eine Prämie mit Rabatt auf ein laufendes Abonnement; sie braucht eine Anbindung für Abonnements.',
  "A discount on the customer's running subscription.": 'Ein Rabatt auf das laufende Abonnement des Kunden.',
  'A reward that adds a product to a subscription. It needs an integration with a subscription service.':
    'Eine Prämie, die einem Abonnement ein Produkt hinzufügt; sie braucht eine Anbindung für Abonnements.',
  "A product added to the next delivery of the customer's running subscription.":
    'Ein Produkt zur nächsten Lieferung des laufenden Abonnements des Kunden.',
  'A reward that the store fulfils.': 'Eine Prämie, die der Shop ausgibt.',
  'Something that the store hands over itself.': 'Was der Shop selbst ausgibt.',
  'store_fulfillment: the store hands the reward over. voucher: a claim gives a voucher code. Default: store_fulfillment.':
    'store_fulfillment: Der Shop tut, was eingelöst wurde. voucher: Eine Einlösung gibt einen Gutscheincode. store_fulfillment, wenn nichts anderes steht.',
  'With store_fulfillment: how the store learns of a claim. manual: the store looks for new claims itself. webhook: the server sends a webhook. Default: manual.':
    'Wie der Shop ausgibt: von Hand oder durch einen Webhook benachrichtigt. Von Hand, wenn nichts anderes steht; für store_fulfillment.',
  'With the method webhook: the address of the webhook.':
    'Wohin der Webhook gesendet wird; für die Methode webhook.',
  'A longer text for customers. {amount}, {minimum_spend}, {points} and {expires_in} mean the same as in the title. One text, or a map of language tag to text.':
    'Ein längerer Text für Kunden. {amount}, {minimum_spend}, {points} und {expires_in} stehen für dasselbe wie im Titel. Ein Text oder einer je Sprachkürzel.',
  'The name of the collection.': 'Der Name der Kollektion.',
  'The name of the product.': 'Der Name des Produkts.',
  'The name of the variant.': 'Der Name der Variante.',
  "The title for customers. {amount} stands for the worth of the reward, {minimum_spend} for the minimum spend, {points} for the cost and {expires_in} for the time in which it can be used, each in the reader's language. One text, or a map of language tag to text.":
    'Was Kunden lesen. {amount} steht für den Wert, {minimum_spend} für den Mindestbetrag, {points} für die Kosten und {expires_in} für die Dauer, in der sie sich verwenden lässt, jeweils so, wie Leser es schreiben. Ein Text oder einer je Sprachkürzel.',
};
