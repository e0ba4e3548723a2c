/** The explanations of rules in the program file in Spanish, by the English ones. */
export const rulesHelp = {
  'Ways to earn by their stable keys, in the order shown.':
    'Formas de ganar puntos por sus claves fijas, en el orden mostrado.',
  'A way to earn.': 'Una forma de ganar puntos.',
  'A rule that needs nothing more than its kind.': 'Una regla que solo necesita su tipo.',
  'pageview: visiting the store. join_program: joining. birthday: the day itself. newsletter_signup: subscribing to emails. loyalty_pass_install: adding the pass to a wallet. review: reviewing a product.':
    'pageview: visitar la tienda. join_program: unirse. birthday: el día mismo. newsletter_signup: suscribirse a los correos. loyalty_pass_install: añadir el pase a un monedero. review: reseñar un producto.',
  'Whether customers are offered it; true unless said otherwise.':
    'Si se ofrece a los clientes; sí, si no se indica otra cosa.',
  'How often one customer may do this. Without a limit: as often as they like.':
    'Cuántas veces puede hacerlo un cliente. Sin límite: las que quiera.',
  'How long points stay pending before they are approved; for orders, counted from payment. Without it they are approved at once. Not beside a reward, which is given at once. A whole number of seconds, minutes, hours or days: 30s, 15m, 24h, 14d.':
    'Cuánto esperan los puntos hasta aprobarse; en pedidos, desde el pago. Sin esto se aprueban enseguida. No junto a una recompensa, que se da enseguida. Un número entero de segundos, minutos, horas o días: 30s, 15m, 24h, 14d.',
  'What a completion gives: points or a reward.': 'Qué da cumplirla: puntos o una recompensa.',
  'Points given.': 'Puntos que da.',
  'Key of the reward given in place of points: one of this file that needs neither a cart nor a choice.':
    'Clave de la recompensa que se da en lugar de puntos: una de este archivo que no necesite carrito ni elección.',
  'By tier key: what differs for customers of that tier.': 'Por nivel: qué cambia para sus clientes.',
  'What differs for customers of one tier; everything else stays as in the rule.':
    'Qué cambia para los clientes de un nivel; lo demás es como en la regla.',
  'A rule that orders complete; the points of an unpaid one wait for its payment.':
    'Una regla que cumplen los pedidos; los puntos de uno sin pagar esperan a su pago.',
  'purchase: an order, by its total without shipping. retail_purchase: an order at the point of sale (channel pos), which purchase rules then leave to it.':
    'purchase: un pedido, por su total sin envío. retail_purchase: un pedido en caja (canal pos), que las reglas purchase le dejan entonces.',
  'What an order gives: points, flat or per amount spent, or a reward.':
    'Qué da un pedido: puntos, fijos o por importe gastado, o una recompensa.',
  'How much must be spent for each time the points are given; 1 for "5 points per $1". Without it the points are given once per order. In the program\'s currency.':
    'Cuánto hay que gastar por cada vez que se dan los puntos; 1 para «5 puntos por 1 €». Sin esto los puntos se dan una vez por pedido. En la moneda del programa.',
  'A rule that orders complete by the products in them.':
    'Una regla que los pedidos cumplen por sus productos.',
  'An order, by those of its lines that hold one of some products.':
    'Un pedido, por sus líneas con ciertos productos.',
  'The products.': 'Los productos.',
  "The id of a product in the store's platform.": 'El ID de un producto en la plataforma de la tienda.',
  'A rule that orders complete by the collections in them.':
    'Una regla que los pedidos cumplen por sus colecciones.',
  'An order, by those of its lines whose product is in one of some collections.':
    'Un pedido, por sus líneas con productos de ciertas colecciones.',
  'The collections.': 'Las colecciones.',
  "The id of a collection in the store's platform.": 'El ID de una colección en la plataforma de la tienda.',
  'A rule completed when the store says so.': 'Una regla que se cumple cuando la tienda lo dice.',
  'Whatever the store reports under a name of its own.': 'Lo que la tienda comunica con un nombre propio.',
  'The name by which activities speak of it; not that of another rule, and not one with a $ in front.':
    'El nombre con que las actividades hablan de ello; no el de otra regla ni uno que empiece por $.',
  'A rule completed once the customer has followed a link.':
    'Una regla que se cumple cuando el cliente ha seguido un enlace.',
  'Opening a page.': 'Abrir una página.',
  'The page to open.': 'La página que abrir.',
  'A rule completed once the customer has liked the page.':
    'Una regla que se cumple cuando al cliente le gusta la página.',
  'Liking a page.': 'Dar me gusta a una página.',
  'The page to like.': 'La página a la que dar me gusta.',
  'A rule completed once the customer has followed or mentioned the profile.':
    'Una regla que se cumple cuando el cliente ha seguido o mencionado el perfil.',
  'social_follow: following a profile. social_mention: mentioning it in a post.':
    'social_follow: seguir un perfil. social_mention: mencionarlo en una publicación.',
  'The profile, as the network writes it.': 'El perfil, como lo escribe la red.',
  'The social network.': 'La red social.',
  'A rule completed by a post that carries the hashtag.':
    'Una regla que se cumple con una publicación que lleva el hashtag.',
  'Posting with a hashtag.': 'Publicar con un hashtag.',
  'The hashtag, as the network writes it.': 'El hashtag, como lo escribe la red.',
  'A rule completed once a referred friend has bought.':
    'Una regla que se cumple cuando un amigo recomendado ha comprado.',
  'Referring a friend who buys.': 'Recomendar a un amigo que compra.',
  'Which order of the friend completes it: any, or one of minimum_spend or more; any_purchase unless said otherwise.':
    'Qué pedido del amigo la cumple: cualquiera, o uno de minimum_spend o más; any_purchase, si no se indica otra cosa.',
  "What an order must come to for a qualifying_purchase. In the program's currency.":
    'A cuánto debe llegar un pedido para qualifying_purchase. En la moneda del programa.',
  'A longer text for customers. One text, or a map of language tag to text.':
    'Un texto más largo para los clientes. Un texto, o uno por etiqueta de idioma.',
  'What customers read. Without it: what this server calls its kind. One text, or a map of language tag to text.':
    'Lo que leen los clientes. Sin esto: como este servidor llama a su tipo. Un texto, o uno por etiqueta de idioma.',
};
