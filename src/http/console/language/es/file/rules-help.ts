/** The explanations of rules in the program file in Spanish, by the English ones. */
export const rulesHelp = {
  'The rules by their permanent keys, in the order in which customers see them.':
    'Formas de ganar puntos por sus claves fijas, en el orden mostrado.',
  'A rule: a way to earn points or a reward.': 'Una forma de ganar puntos.',
  'A rule without further properties.': 'Una regla que solo necesita su tipo.',
  'pageview: visiting the store. join_program: joining. birthday: the day itself. newsletter_signup: subscribing to emails. loyalty_pass_install: adding the pass to a wallet. review: reviewing a product.':
    'pageview: visitar la tienda. join_program: unirse. birthday: el día mismo. newsletter_signup: suscribirse a los correos. loyalty_pass_install: añadir el pase a un monedero. review: reseñar un producto.',
  'Whether customers see and can use it. Default: true.':
    'Si se ofrece a los clientes; sí, si no se indica otra cosa.',
  'How often one customer may do this. Default: no limit.':
    'Cuántas veces puede hacerlo un cliente. Sin límite: las que quiera.',
  'How long points stay pending before they are approved. For orders the time begins with the payment. Default: points are approved at once. It cannot be combined with a reward, which is given at once. A whole number of seconds, minutes, hours or days: 30s, 15m, 24h, 14d.':
    'Cuánto esperan los puntos hasta aprobarse; en pedidos, desde el pago. Sin esto se aprueban enseguida. No junto a una recompensa, que se da enseguida. Un número entero de segundos, minutos, horas o días: 30s, 15m, 24h, 14d.',
  'What a completion gives: points or a reward.': 'Qué da cumplirla: puntos o una recompensa.',
  'Points given.': 'Puntos que da.',
  'The key of the reward that is given in place of points. It must be a reward of this file that needs neither a cart nor a choice of the customer.':
    'Clave de la recompensa que se da en lugar de puntos: una de este archivo que no necesite carrito ni elección.',
  'Values that differ by tier, by the key of the tier.': 'Por nivel: qué cambia para sus clientes.',
  'The values that differ for customers of one tier. All other values are those of the rule.':
    'Qué cambia para los clientes de un nivel; lo demás es como en la regla.',
  'A rule that orders complete. Points for an unpaid order stay pending until it is paid.':
    'Una regla que cumplen los pedidos; los puntos de uno sin pagar esperan a su pago.',
  'purchase: an order, by its total without shipping. retail_purchase: an order at the point of sale (channel pos). If the program has such a rule, purchase rules do not apply to these orders.':
    'purchase: un pedido, por su total sin envío. retail_purchase: un pedido en caja (canal pos), que las reglas purchase le dejan entonces.',
  'What an order gives: points, flat or per amount spent, or a reward.':
    'Qué da un pedido: puntos, fijos o por importe gastado, o una recompensa.',
  'The amount for which the points are given; 1 for "5 points per $1". Default: the points are given once per order. In the program\'s currency.':
    'Cuánto hay que gastar por cada vez que se dan los puntos; 1 para «5 puntos por 1 €». Sin esto los puntos se dan una vez por pedido. En la moneda del programa.',
  'A rule that orders complete by the products in them.':
    'Una regla que los pedidos cumplen por sus productos.',
  'An order, by its lines with one of certain products.': 'Un pedido, por sus líneas con ciertos productos.',
  'The products.': 'Los productos.',
  "The id of a product in the store's platform.": 'El ID de un producto en la plataforma de la tienda.',
  'A rule that orders complete by the collections in them.':
    'Una regla que los pedidos cumplen por sus colecciones.',
  'An order, by its lines with a product of certain collections.':
    'Un pedido, por sus líneas con productos de ciertas colecciones.',
  'The collections.': 'Las colecciones.',
  "The id of a collection in the store's platform.": 'El ID de una colección en la plataforma de la tienda.',
  'A rule that is completed when the store reports it.': 'Una regla que se cumple cuando la tienda lo dice.',
  'An activity that the store reports under a name of its own.':
    'Lo que la tienda comunica con un nombre propio.',
  'The name that activities for this rule have. It must differ from the names of other rules, and must not begin with $.':
    'El nombre con que las actividades hablan de ello; no el de otra regla ni uno que empiece por $.',
  'A rule that is completed when the customer follows a link.':
    'Una regla que se cumple cuando el cliente ha seguido un enlace.',
  'Opening a page.': 'Abrir una página.',
  'The page to open.': 'La página que abrir.',
  'A rule that is completed when the customer likes the page.':
    'Una regla que se cumple cuando al cliente le gusta la página.',
  'Liking a page.': 'Dar me gusta a una página.',
  'The page to like.': 'La página a la que dar me gusta.',
  'A rule that is completed when the customer follows or mentions the profile.':
    'Una regla que se cumple cuando el cliente ha seguido o mencionado el perfil.',
  'social_follow: following a profile. social_mention: mentioning it in a post.':
    'social_follow: seguir un perfil. social_mention: mencionarlo en una publicación.',
  'The profile, as the network writes it.': 'El perfil, como lo escribe la red.',
  'The social network.': 'La red social.',
  'A rule that is completed by a post with the hashtag.':
    'Una regla que se cumple con una publicación que lleva el hashtag.',
  'Posting with a hashtag.': 'Publicar con un hashtag.',
  'The hashtag, as the network writes it.': 'El hashtag, como lo escribe la red.',
  'A rule that is completed when a referred friend buys.':
    'Una regla que se cumple cuando un amigo recomendado ha comprado.',
  'Referring a friend who buys.': 'Recomendar a un amigo que compra.',
  'The order of the friend that completes the rule: any order, or only an order of minimum_spend or more. Default: any_purchase.':
    'Qué pedido del amigo la cumple: cualquiera, o uno de minimum_spend o más; any_purchase, si no se indica otra cosa.',
  "The minimum amount of an order for qualifying_purchase. In the program's currency.":
    'A cuánto debe llegar un pedido para qualifying_purchase. En la moneda del programa.',
  'A longer text for customers. One text, or a map of language tag to text.':
    'Un texto más largo para los clientes. Un texto, o uno por etiqueta de idioma.',
  "The title for customers. Default: the server's name of the kind. One text, or a map of language tag to text.":
    'Lo que leen los clientes. Sin esto: como este servidor llama a su tipo. Un texto, o uno por etiqueta de idioma.',
};
