/** The explanations of rewards in the program file in Spanish, by the English ones. */
export const rewardsHelp = {
  'Rewards by their stable keys, in the order shown.':
    'Recompensas por sus claves fijas, en el orden mostrado.',
  'A reward that points buy.': 'Una recompensa que se compra con puntos.',
  'A reward that gives a voucher code for the cart.': 'Una recompensa que da un código para el carrito.',
  'A voucher code that discounts the cart.': 'Un código con descuento en el carrito.',
  'A picture for the loyalty page: a PNG, JPEG or WebP image of at most 24 KiB, as a path from this file or as a data: URI.':
    'Una imagen para la página de fidelidad: PNG, JPEG o WebP de 24 KiB como máximo, como ruta desde este archivo o como URI data:.',
  "In place of image: the address of the picture. Without either: the product's picture, or an icon of the kind.":
    'En lugar de image: la dirección de la imagen. Sin ninguna: la imagen del producto o un icono del tipo.',
  'What a claim costs, in points.': 'Qué cuesta un canje, en puntos.',
  'How many claims there are in all, of all customers. Without it: no end of them. A later change of this number adds to or takes from what is left.':
    'Cuántos canjes hay en total, entre todos los clientes. Sin esto: ilimitados. Un cambio posterior de este número suma o resta a lo que queda.',
  'Sales channels in which it is offered. Without it: all.':
    'Canales de venta en que se ofrece. Sin esto: todos.',
  'A sales channel.': 'Un canal de venta.',
  'Countries in which it is offered. Without it: all.': 'Países en que se ofrece. Sin esto: todos.',
  'A country. ISO 3166-1 alpha-2.': 'Un país. ISO 3166-1 alpha-2.',
  'An unused claim lapses after so long and its points return. Without it: never; a product_cart: 24h. A whole number of seconds, minutes, hours or days: 30s, 15m, 24h, 14d.':
    'Un canje sin usar se anula pasado este tiempo y sus puntos vuelven. Sin esto: nunca; en product_cart: 24h. Un número entero de segundos, minutos, horas o días: 30s, 15m, 24h, 14d.',
  'What was claimed can be used for so long; the points of what expires stay spent. Without it: for ever. A whole number of seconds, minutes, hours or days: 30s, 15m, 24h, 14d.':
    'Cuánto tiempo puede usarse lo canjeado; los puntos de lo que caduca siguen gastados. Sin esto: siempre. Un número entero de segundos, minutos, horas o días: 30s, 15m, 24h, 14d.',
  'What differs for customers of one tier; everything else stays as in the reward.':
    'Qué cambia para los clientes de un nivel; lo demás es como en la recompensa.',
  'Where voucher codes come from. Without it: twelve random characters.':
    'De dónde vienen los códigos. Sin esto: doce caracteres al azar.',
  'Those that were imported for it by "loyaltyd codes import".':
    'Los importados para ella con «loyaltyd codes import».',
  'Codes made by a pattern.': 'Códigos según un patrón.',
  'How a new code is made: each ? becomes a random letter and each # a random digit, as in BLOOM-????-????-##.':
    'Cómo se hace un código nuevo: cada ? se vuelve una letra al azar y cada # una cifra al azar, como en BLOOM-????-????-##.',
  'Either an amount or a percentage.': 'Un importe o un porcentaje.',
  "A fixed discount. In the program's currency.": 'Un descuento fijo. En la moneda del programa.',
  'A discount in percent: 10 for 10%.': 'Un descuento en tanto por ciento: 10 para 10 %.',
  "What must be spent to use the voucher. In the program's currency.":
    'Cuánto hay que gastar para usar el vale. En la moneda del programa.',
  'Orders that the voucher discounts; all unless said otherwise.':
    'Pedidos que rebaja el vale; todos, si no se indica otra cosa.',
  'How many orders of a subscription are discounted. Without it: all.':
    'Cuántos pedidos de una suscripción se rebajan. Sin esto: todos.',
  'Whether a running subscription can take the voucher; false unless said otherwise.':
    'Si una suscripción en curso puede usar el vale; no, si no se indica otra cosa.',
  'Collections that the discount is restricted to. Without it: the whole cart.':
    'Colecciones a las que se limita el descuento. Sin esto: todo el carrito.',
  'A collection of products.': 'Una colección de productos.',
  "The collection's id in the store's platform.": 'El ID de la colección en la plataforma de la tienda.',
  'Where the store shows the collection.': 'Dónde muestra la tienda la colección.',
  'How the restriction reads to customers.': 'Cómo leen los clientes la restricción.',
  'A reward that turns as many points as the customer likes into a discount.':
    'Una recompensa que convierte en descuento tantos puntos como quiera el cliente.',
  'A voucher code that discounts the cart by as much as the customer chooses.':
    'Un código que rebaja el carrito tanto como elija el cliente.',
  "What each unit of the program's currency of the discount asked for costs, in points.":
    'Qué cuesta, en puntos, cada unidad de descuento en la moneda del programa.',
  "The least discount that can be asked for. In the program's currency.":
    'El menor descuento que se puede pedir. En la moneda del programa.',
  "The greatest discount that can be asked for. In the program's currency.":
    'El mayor descuento que se puede pedir. En la moneda del programa.',
  "What the cart must come to before the discount. In the program's currency.":
    'A cuánto debe llegar el carrito antes del descuento. En la moneda del programa.',
  "What the cart must still come to after the discount. In the program's currency.":
    'A cuánto debe llegar aún el carrito después del descuento. En la moneda del programa.',
  'A reward that gives a voucher code for free shipping.': 'Una recompensa que da un código de envío gratis.',
  'A voucher code for free shipping.': 'Un código de envío gratis.',
  "The shipping that is free at most. Without it: all of it. In the program's currency.":
    'Importe máximo de envío que sale gratis. Sin esto: todo. En la moneda del programa.',
  'A reward that gives a voucher code for one product.': 'Una recompensa que da un código para un producto.',
  'A voucher code that discounts a product.': 'Un código con descuento en un producto.',
  'The product discounted.': 'El producto rebajado.',
  "The product's id in the store's platform.": 'El ID del producto en la plataforma de la tienda.',
  'The one variant that is discounted. Without it: all.': 'La única variante rebajada. Sin esto: todas.',
  'A picture of the product.': 'Una imagen del producto.',
  'What is taken off.': 'Lo que se descuenta.',
  'A reward that gives a voucher code for the products of one collection.':
    'Una recompensa que da un código para los productos de una colección.',
  'A voucher code that discounts the products of a collection.':
    'Un código con descuento en los productos de una colección.',
  'The collection discounted.': 'La colección rebajada.',
  'A reward that gives a code with a balance.': 'Una recompensa que da un código con saldo.',
  'A code with a balance.': 'Un código con saldo.',
  "The balance of a new card. In the program's currency.":
    'El saldo de una tarjeta nueva. En la moneda del programa.',
  'A reward that puts a product into the cart.': 'Una recompensa que pone un producto en el carrito.',
  'A product put into the cart.': 'Un producto que se pone en el carrito.',
  'The product given.': 'El producto que se da.',
  "The product's handle in the store's addresses.":
    'El identificador del producto en las direcciones de la tienda.',
  'Where the store shows the product.': 'Dónde muestra la tienda el producto.',
  'Variants to choose from; at least one.': 'Variantes para elegir; al menos una.',
  'A variant that customers may choose.': 'Una variante que los clientes pueden elegir.',
  "The variant's id in the store's platform.": 'El ID de la variante en la plataforma de la tienda.',
  "The store's stock keeping unit.": 'La referencia de artículo de la tienda.',
  'How many can be redeemed. Without it the stock is not tracked. A later change of this number adds to or takes from what is left.':
    'Cuántos se pueden canjear. Sin esto no se siguen las existencias. Un cambio posterior de este número suma o resta a lo que queda.',
  'How many of this reward one cart may hold. Without it: no maximum.':
    'Cuántos de esta recompensa puede llevar un carrito. Sin esto: sin máximo.',
  'What the cart must hold for the product to stay in it.':
    'Qué debe llevar el carrito para que el producto siga en él.',
  "What the cart must come to. In the program's currency.":
    'A cuánto debe llegar el carrito. En la moneda del programa.',
  'How many items the cart must hold.': 'Cuántos artículos debe llevar el carrito.',
  'A reward that discounts a running subscription; it needs an integration of subscriptions.':
    'Una recompensa que rebaja una suscripción en curso; necesita una integración de suscripciones.',
  "A discount on the customer's running subscription.":
    'Un descuento en la suscripción en curso del cliente.',
  'A reward that adds a product to a subscription; it needs an integration of subscriptions.':
    'Una recompensa que añade un producto a una suscripción; necesita una integración de suscripciones.',
  "A product added to the next delivery of the customer's running subscription.":
    'Un producto que se añade a la próxima entrega de la suscripción en curso del cliente.',
  'A reward that the store fulfils.': 'Una recompensa que entrega la tienda.',
  'Whatever the store fulfils itself.': 'Lo que la tienda entrega por su cuenta.',
  'store_fulfillment: the store does what was claimed. voucher: a claim gives a voucher code. store_fulfillment unless said otherwise.':
    'store_fulfillment: la tienda hace lo canjeado. voucher: un canje da un código. store_fulfillment, si no se indica otra cosa.',
  'How the store fulfils: by hand, or told by a webhook. Manual unless said otherwise; for store_fulfillment.':
    'Cómo entrega la tienda: a mano o avisada por un webhook. A mano, si no se indica otra cosa; para store_fulfillment.',
  'Where the webhook is sent; for the method webhook.': 'Adónde se envía el webhook; para el modo webhook.',
  'A longer text for customers. {amount}, {minimum_spend}, {points} and {expires_in} stand for the same as in the title. One text, or a map of language tag to text.':
    'Un texto más largo para los clientes. {amount}, {minimum_spend}, {points} y {expires_in} significan lo mismo que en el título. Un texto, o uno por etiqueta de idioma.',
  'The name of the collection.': 'El nombre de la colección.',
  'The name of the product.': 'El nombre del producto.',
  'The name of the variant.': 'El nombre de la variante.',
  'What customers read. {amount} stands for what it is worth, {minimum_spend} for the least that has to be spent, {points} for what it costs and {expires_in} for how long it can be used, each as its readers write it. One text, or a map of language tag to text.':
    'Lo que leen los clientes. {amount} es lo que vale, {minimum_spend} el gasto mínimo, {points} lo que cuesta y {expires_in} cuánto tiempo puede usarse, cada uno como lo escriben sus lectores. Un texto, o uno por código de idioma.',
};
