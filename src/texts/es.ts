import type { Catalogue } from './catalogue.ts';

/** Readers are addressed as tú. */
export const es: Catalogue = {
  points: '{points, plural, one {# punto} many {# de puntos} other {# puntos}}',
  points_per_amount: '{points, plural, one {# punto} many {# de puntos} other {# puntos}} por cada {amount}',
  points_added: 'Puntos añadidos',
  points_removed: 'Puntos retirados',
  points_expired: 'Puntos caducados',
  entered_tier: 'Nivel alcanzado: {tier}',

  // What a rule is called whose program file gives it no title.
  rule_title_birthday: 'Celebra tu cumpleaños',
  rule_title_loyalty_pass_install: 'Añade tu tarjeta de fidelidad a tu teléfono',
  rule_title_collection_purchase: 'Compra en una colección destacada',
  rule_title_newsletter_signup: 'Suscríbete a nuestro boletín',
  rule_title_pageview: 'Visita nuestra tienda',
  rule_title_product_purchase: 'Compra un producto destacado',
  rule_title_purchase: 'Haz una compra',
  rule_title_join_program: 'Únete a nuestro programa de fidelidad',
  rule_title_review: 'Escribe una reseña',
  rule_title_custom: '{name}',
  rule_title_social_like: 'Dale me gusta a nuestra página',
  rule_title_social_follow: 'Sigue a {handle} en {network}',
  rule_title_social_mention: 'Menciona a {handle} en {network}',
  rule_title_social_post_hashtag: 'Publica con {hashtag} en {network}',
  rule_title_referral: 'Recomiéndanos a tus amistades',
  rule_title_clickthrough: 'Descubre lo que tenemos para ti',
  rule_title_retail_purchase: 'Compra en una de nuestras tiendas',

  // What a referred friend is given.
  incentive_discount: '{discount} de descuento',
  incentive_discount_from: '{discount} de descuento en compras de {minimum} o más',

  // The loyalty page.
  page_greeting: 'Hola, {name}',
  page_points: 'Tus puntos',
  page_points_pending:
    '{points, plural, one {# punto más en camino} many {# de puntos más en camino} other {# puntos más en camino}}',
  page_points_none: 'Tus primeros puntos están a pocos pasos.',
  page_tier: 'Tu nivel',
  page_tier_renews: 'Se renueva el {date}.',
  page_tier_upgrade: 'Te faltan {amount} en compras para llegar a {tier}.',
  page_tier_upgrade_points:
    '{points, plural, one {Te falta # punto para llegar a {tier}.} many {Te faltan # de puntos para llegar a {tier}.} other {Te faltan # puntos para llegar a {tier}.}}',
  page_tier_upgrade_orders:
    '{orders, plural, one {Te falta # pedido para llegar a {tier}.} many {Te faltan # de pedidos para llegar a {tier}.} other {Te faltan # pedidos para llegar a {tier}.}}',
  page_tier_renewal: 'Te faltan {amount} en compras hasta el {date} para conservarlo.',
  page_tier_renewal_points:
    '{points, plural, one {Te falta # punto hasta el {date} para conservarlo.} many {Te faltan # de puntos hasta el {date} para conservarlo.} other {Te faltan # puntos hasta el {date} para conservarlo.}}',
  page_tier_renewal_orders:
    '{orders, plural, one {Te falta # pedido hasta el {date} para conservarlo.} many {Te faltan # de pedidos hasta el {date} para conservarlo.} other {Te faltan # pedidos hasta el {date} para conservarlo.}}',
  page_tier_highest: 'Es nuestro nivel más alto. ¡Muchas gracias!',
  page_tiers: 'Niveles',
  page_tier_from: 'Desde {amount} en compras',
  page_tier_from_points:
    '{points, plural, one {Desde # punto acumulado} many {Desde # de puntos acumulados} other {Desde # puntos acumulados}}',
  page_tier_from_orders:
    '{orders, plural, one {Desde # pedido} many {Desde # de pedidos} other {Desde # pedidos}}',
  page_tier_first: 'Desde el principio',
  page_earn: 'Cómo ganar puntos',
  page_earn_nothing: 'Ahora mismo no hay nada que ganar. Vuelve pronto.',
  page_limit_once:
    '{interval, select, day {Una vez al día} week {Una vez a la semana} month {Una vez al mes} year {Una vez al año} other {Una sola vez}}',
  page_limit_count:
    '{interval, select, day {Hasta {count, number} veces al día} week {Hasta {count, number} veces a la semana} month {Hasta {count, number} veces al mes} year {Hasta {count, number} veces al año} other {Hasta {count, number} veces}}',
  page_limit_left:
    '{interval, select, day {Disponibles hoy: {remaining, number} de {allowed, number}} week {Disponibles esta semana: {remaining, number} de {allowed, number}} month {Disponibles este mes: {remaining, number} de {allowed, number}} year {Disponibles este año: {remaining, number} de {allowed, number}} other {Disponibles: {remaining, number} de {allowed, number}}}',
  page_earn_done: 'Hecho',
  page_again_tomorrow: 'Otra vez mañana',
  page_again_on: 'Otra vez a partir del {date}',
  page_rewards: 'Recompensas',
  page_rewards_nothing: 'Ahora mismo no hay recompensas. Vuelve pronto.',
  page_reward_ready: 'Lista para canjear',
  page_reward_missing:
    '{points, plural, one {Te falta # punto} many {Te faltan # de puntos} other {Te faltan # puntos}}',
  page_reward_redeemed: 'Ya canjeada',
  page_reward_out_of_stock: 'Agotada',
  page_reward_cart_full: 'Ya está en tu carrito',
  page_reward_depends_on_cart: 'Según tu carrito',
  page_cart_total: 'En compras de {amount} o más',
  page_cart_items:
    '{count, plural, one {Con # artículo en el carrito} many {Con # de artículos o más en el carrito} other {Con # artículos o más en el carrito}}',
  page_visitor:
    'Acumula puntos con cada compra y canjéalos por recompensas. Inicia sesión en {site} para ver los tuyos.',
  page_not_enrolled: 'Todavía no participas. Únete en {site} y empieza a acumular puntos.',
  page_blocked: 'Tu membresía está en pausa. En {site} pueden decirte más.',
  page_expired: 'Esta página ha caducado',
  page_expired_advice:
    'Para proteger tu cuenta, solo permanece abierta un rato. Vuelve a {site} y ábrela de nuevo.',
  page_unknown: 'Aquí no hay ninguna página',
  page_unknown_advice:
    'El enlace está incompleto o es demasiado antiguo. Vuelve a donde lo encontraste y abre la página de nuevo.',
  page_unavailable: 'Volvemos enseguida',
  page_unavailable_advice:
    'Ahora mismo no se puede mostrar la página. Inténtalo de nuevo dentro de un minuto.',
};
