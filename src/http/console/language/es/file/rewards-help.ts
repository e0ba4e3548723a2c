/** The explanations of rewards in the program file in Spanish, by the English ones. */
export const rewardsHelp = {
  'The rewards by their permanent keys, in the order in which customers see them.':
    'Recompensas por sus claves fijas, en el orden mostrado.',
  'A reward that points buy.': 'Una recompensa que se compra con puntos.',
  'A reward that gives a voucher code for the cart.': 'Una recompensa que da un código para el carrito.',
  'A voucher code that discounts the cart.': 'Un código con descuento en el carrito.',
  'A picture for the loyalty page: a PNG, JPEG or WebP image of at most 24 KiB, as a path from this file or as a data: URI.':
    'Una imagen para la página de fidelidad: PNG, JPEG o WebP de 24 KiB como máximo, como ruta desde este archivo o como URI data:.',
  "The address of the picture, in place of image. Default: the product's picture, or an icon of the kind.":
    'En lugar de image: la dirección de la imagen. Sin ninguna: la imagen del producto o un icono del tipo.',
  'The cost of a claim in points.': 'Qué cuesta un canje, en puntos.',
  'How many claims all customers together can have. Default: no limit. A later change of this number changes the number that is left by the same difference.':
    'Cuántos canjes hay en total, entre todos los clientes. Sin esto: ilimitados. Un cambio posterior de este número suma o resta a lo que queda.',
  'The sales channels in which the reward is offered. Default: all.':
    'Canales de venta en que se ofrece. Sin esto: todos.',
  'A sales channel.': 'Un canal de venta.',
  'The countries in which the reward is offered. Default: all.': 'Países en que se ofrece. Sin esto: todos.',
  'A country. ISO 3166-1 alpha-2.': 'Un país. ISO 3166-1 alpha-2.',
  'The time after which an unused claim lapses and its points return. Default: never; for product_cart 24h. A whole number of seconds, minutes, hours or days: 30s, 15m, 24h, 14d.':
    'Un canje sin usar se anula pasado este tiempo y sus puntos vuelven. Sin esto: nunca; en product_cart: 24h. Un número entero de segundos, minutos, horas o días: 30s, 15m, 24h, 14d.',
  'The time in which a claimed reward can be used. If it expires, its points stay spent. Default: for ever. A whole number of seconds, minutes, hours or days: 30s, 15m, 24h, 14d.':
    'Cuánto tiempo puede usarse lo canjeado; los puntos de lo que caduca siguen gastados. Sin esto: siempre. Un número entero de segundos, minutos, horas o días: 30s, 15m, 24h, 14d.',
  'The values that differ for customers of one tier. All other values are those of the reward.':
    'Qué cambia para los clientes de un nivel; lo demás es como en la recompensa.',
  'The source of voucher codes. Default: the server generates twelve random characters.':
    'De dónde vienen los códigos. Sin esto: doce caracteres al azar.',
  'pool: codes that were imported for this reward by "loyaltyd codes import".':
    'Los importados para ella con «loyaltyd codes import».',
  'Codes that the server generates by a pattern.': 'Códigos según un patrón.',
  'The pattern of a new code: each ? becomes a random letter and each # a random digit, as in BLOOM-????-????-##.':
    'Cómo se hace un código nuevo: cada ? se vuelve una letra al azar y cada # una cifra al azar, como en BLOOM-????-????-##.',
  'Either an amount or a percentage.': 'Un importe o un porcentaje.',
  "A fixed discount. In the program's currency.": 'Un descuento fijo. En la moneda del programa.',
  'A discount in percent: 10 for 10%.': 'Un descuento en tanto por ciento: 10 para 10 %.',
  "The minimum spend for the voucher. In the program's currency.":
    'Cuánto hay que gastar para usar el vale. En la moneda del programa.',
  'The orders that the voucher discounts. Default: all.':
    'Pedidos que rebaja el vale; todos, si no se indica otra cosa.',
  'How many orders of a subscription get the discount. Default: all.':
    'Cuántos pedidos de una suscripción se rebajan. Sin esto: todos.',
  'Whether the voucher can be used on a running subscription. Default: false.':
    'Si una suscripción en curso puede usar el vale; no, si no se indica otra cosa.',
  'The collections that get the discount. Default: the whole cart.':
    'Colecciones a las que se limita el descuento. Sin esto: todo el carrito.',
  'A collection of products.': 'Una colección de productos.',
  "The collection's id in the store's platform.": 'El ID de la colección en la plataforma de la tienda.',
  "The collection's address in the store.": 'Dónde muestra la tienda la colección.',
  'The text about this restriction for customers.': 'Cómo leen los clientes la restricción.',
  'A reward that gives a voucher code for a discount. The customer chooses the amount.':
    'Una recompensa que convierte en descuento tantos puntos como quiera el cliente.',
  'A voucher code that discounts the cart by an amount that the customer chooses.':
    'Un código que rebaja el carrito tanto como elija el cliente.',
  "The cost in points for each unit of the discount, in the program's currency.":
    'Qué cuesta, en puntos, cada unidad de descuento en la moneda del programa.',
  "The smallest discount that a customer can choose. In the program's currency.":
    'El menor descuento que se puede pedir. En la moneda del programa.',
  "The largest discount that a customer can choose. In the program's currency.":
    'El mayor descuento que se puede pedir. En la moneda del programa.',
  "The minimum total of the cart before the discount. In the program's currency.":
    'A cuánto debe llegar el carrito antes del descuento. En la moneda del programa.',
  "The minimum total of the cart after the discount. In the program's currency.":
    'A cuánto debe llegar aún el carrito después del descuento. En la moneda del programa.',
  'A reward that gives a voucher code for free shipping.': 'Una recompensa que da un código de envío gratis.',
  'A voucher code for free shipping.': 'Un código de envío gratis.',
  "The largest shipping price that is taken off. Default: all of it. In the program's currency.":
    'Importe máximo de envío que sale gratis. Sin esto: todo. En la moneda del programa.',
  'A reward that gives a voucher code for one product.': 'Una recompensa que da un código para un producto.',
  'A voucher code that discounts a product.': 'Un código con descuento en un producto.',
  'The product that gets the discount.': 'El producto rebajado.',
  "The product's id in the store's platform.": 'El ID del producto en la plataforma de la tienda.',
  'The only variant that gets the discount. Default: all variants.':
    'La única variante rebajada. Sin esto: todas.',
  'A picture of the product.': 'Una imagen del producto.',
  'The discount.': 'Lo que se descuenta.',
  'A reward that gives a voucher code for the products of one collection.':
    'Una recompensa que da un código para los productos de una colección.',
  'A voucher code that discounts the products of a collection.':
    'Un código con descuento en los productos de una colección.',
  'The collection that gets the discount.': 'La colección rebajada.',
  'A reward that gives a code with a balance.': 'Una recompensa que da un código con saldo.',
  'A code with a balance.': 'Un código con saldo.',
  "The balance of a new card. In the program's currency.":
    'El saldo de una tarjeta nueva. En la moneda del programa.',
  'A reward that puts a product into the cart.': 'Una recompensa que pone un producto en el carrito.',
  'A product put into the cart.': 'Un producto que se pone en el carrito.',
  'The product that the customer gets.': 'El producto que se da.',
  "The product's handle in the store's addresses.":
    'El identificador del producto en las direcciones de la tienda.',
  "The product's address in the store.": 'Dónde muestra la tienda el producto.',
  'The variants that customers can choose from; at least one.': 'Variantes para elegir; al menos una.',
  'A variant that customers may choose.': 'Una variante que los clientes pueden elegir.',
  "The variant's id in the store's platform.": 'El ID de la variante en la plataforma de la tienda.',
  "The store's stock keeping unit.": 'La referencia de artículo de la tienda.',
  'How many can be redeemed. Default: the stock is not tracked. A later change of this number changes the number that is left by the same difference.':
    'Cuántos se pueden canjear. Sin esto no se siguen las existencias. Un cambio posterior de este número suma o resta a lo que queda.',
  'How many of this reward one cart may contain. Default: no limit.':
    'Cuántos de esta recompensa puede llevar un carrito. Sin esto: sin máximo.',
  'What the cart must contain, or else the product is taken out of it.':
    'Qué debe llevar el carrito para que el producto siga en él.',
  "The minimum total of the cart. In the program's currency.":
    'A cuánto debe llegar el carrito. En la moneda del programa.',
  'The minimum number of items in the cart.': 'Cuántos artículos debe llevar el carrito.',
  'A reward that discounts a running subscription. It needs an integration with a subscription service.':
    'Una recompensa que rebaja una suscripción en curso; necesita una integración de suscripciones.',
  "A discount on the customer's running subscription.":
    'Un descuento en la suscripción en curso del cliente.',
  'A reward that adds a product to a subscription. It needs an integration with a subscription service.':
    'Una recompensa que añade un producto a una suscripción; necesita una integración de suscripciones.',
  "A product added to the next delivery of the customer's running subscription.":
    'Un producto que se añade a la próxima entrega de la suscripción en curso del cliente.',
  'A reward that the store fulfils.': 'Una recompensa que entrega la tienda.',
  'Something that the store hands over itself.': 'Lo que la tienda entrega por su cuenta.',
  'store_fulfillment: the store hands the reward over. voucher: a claim gives a voucher code. Default: store_fulfillment.':
    'store_fulfillment: la tienda hace lo canjeado. voucher: un canje da un código. store_fulfillment, si no se indica otra cosa.',
  'With store_fulfillment: how the store learns of a claim. manual: the store looks for new claims itself. webhook: the server sends a webhook. Default: manual.':
    'Cómo entrega la tienda: a mano o avisada por un webhook. A mano, si no se indica otra cosa; para store_fulfillment.',
  'With the method webhook: the address of the webhook.': 'Adónde se envía el webhook; para el modo webhook.',
  'A longer text for customers. {amount}, {minimum_spend}, {points} and {expires_in} mean the same as in the title. One text, or a map of language tag to text.':
    'Un texto más largo para los clientes. {amount}, {minimum_spend}, {points} y {expires_in} significan lo mismo que en el título. Un texto, o uno por etiqueta de idioma.',
  'The name of the collection.': 'El nombre de la colección.',
  'The name of the product.': 'El nombre del producto.',
  'The name of the variant.': 'El nombre de la variante.',
  "The title for customers. {amount} stands for the worth of the reward, {minimum_spend} for the minimum spend, {points} for the cost and {expires_in} for the time in which it can be used, each in the reader's language. One text, or a map of language tag to text.":
    'Lo que leen los clientes. {amount} es lo que vale, {minimum_spend} el gasto mínimo, {points} lo que cuesta y {expires_in} cuánto tiempo puede usarse, cada uno como lo escriben sus lectores. Un texto, o uno por código de idioma.',
};
