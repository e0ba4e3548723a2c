import type { Catalogue } from './catalogue.ts';

/** Readers are addressed as vous. Apostrophes are typographic: the other kind quotes in ICU messages. */
export const fr: Catalogue = {
  points: '{points, plural, one {# point} many {# de points} other {# points}}',
  points_per_amount:
    '{points, plural, one {# point} many {# de points} other {# points}} par tranche de {amount}',
  points_added: 'Points ajoutés',
  points_removed: 'Points retirés',
  points_expired: 'Points expirés',
  entered_tier: 'Niveau atteint\u00a0: {tier}',

  // What a rule is called whose program file gives it no title.
  rule_title_birthday: 'Fêtez votre anniversaire',
  rule_title_loyalty_pass_install: 'Ajoutez votre carte de fidélité à votre téléphone',
  rule_title_collection_purchase: 'Achetez dans une collection à l’honneur',
  rule_title_newsletter_signup: 'Inscrivez-vous à notre newsletter',
  rule_title_pageview: 'Visitez notre boutique',
  rule_title_product_purchase: 'Achetez un produit à l’honneur',
  rule_title_purchase: 'Faites un achat',
  rule_title_join_program: 'Rejoignez notre programme de fidélité',
  rule_title_review: 'Donnez votre avis',
  rule_title_custom: '{name}',
  rule_title_social_like: 'Aimez notre page',
  rule_title_social_follow: 'Suivez {handle} sur {network}',
  rule_title_social_mention: 'Mentionnez {handle} sur {network}',
  rule_title_social_post_hashtag: 'Publiez avec {hashtag} sur {network}',
  rule_title_referral: 'Parrainez un proche',
  rule_title_clickthrough: 'Découvrez ce que nous vous réservons',
  rule_title_retail_purchase: 'Achetez dans l’une de nos boutiques',

  // What a referred friend is given.
  incentive_discount: '{discount} de remise',
  incentive_discount_from: '{discount} de remise dès {minimum} d’achat',

  // The loyalty page.
  page_greeting: 'Bonjour {name}',
  page_points: 'Vos points',
  page_points_pending:
    '{points, plural, one {# autre point bientôt disponible} many {# de points supplémentaires bientôt disponibles} other {# autres points bientôt disponibles}}',
  page_points_none: 'Vos premiers points sont à portée de main.',
  page_tier: 'Votre niveau',
  page_tier_renews: 'Renouvellement le {date}.',
  page_tier_upgrade: 'Encore {amount} d’achats pour atteindre {tier}.',
  page_tier_upgrade_points:
    '{points, plural, one {Encore # point pour atteindre {tier}.} many {Encore # de points pour atteindre {tier}.} other {Encore # points pour atteindre {tier}.}}',
  page_tier_upgrade_orders:
    '{orders, plural, one {Encore # commande pour atteindre {tier}.} many {Encore # de commandes pour atteindre {tier}.} other {Encore # commandes pour atteindre {tier}.}}',
  page_tier_renewal: 'Encore {amount} d’achats d’ici au {date} pour le conserver.',
  page_tier_renewal_points:
    '{points, plural, one {Encore # point d’ici au {date} pour le conserver.} many {Encore # de points d’ici au {date} pour le conserver.} other {Encore # points d’ici au {date} pour le conserver.}}',
  page_tier_renewal_orders:
    '{orders, plural, one {Encore # commande d’ici au {date} pour le conserver.} many {Encore # de commandes d’ici au {date} pour le conserver.} other {Encore # commandes d’ici au {date} pour le conserver.}}',
  page_tier_highest: 'C’est notre niveau le plus élevé. Merci\u202f!',
  page_tiers: 'Niveaux',
  page_tier_from: 'Dès {amount} d’achats',
  page_tier_from_points:
    '{points, plural, one {Dès # point gagné} many {Dès # de points gagnés} other {Dès # points gagnés}}',
  page_tier_from_orders:
    '{orders, plural, one {Dès # commande} many {Dès # de commandes} other {Dès # commandes}}',
  page_tier_first: 'Dès votre inscription',
  page_earn: 'Gagner des points',
  page_earn_nothing: 'Il n’y a rien à gagner pour le moment. Revenez bientôt.',
  page_limit_once:
    '{interval, select, day {Une fois par jour} week {Une fois par semaine} month {Une fois par mois} year {Une fois par an} other {Une seule fois}}',
  page_limit_count:
    '{interval, select, day {Jusqu’à {count, number} fois par jour} week {Jusqu’à {count, number} fois par semaine} month {Jusqu’à {count, number} fois par mois} year {Jusqu’à {count, number} fois par an} other {Jusqu’à {count, number} fois}}',
  page_limit_left:
    '{interval, select, day {Encore {remaining, number} sur {allowed, number} aujourd’hui} week {Encore {remaining, number} sur {allowed, number} cette semaine} month {Encore {remaining, number} sur {allowed, number} ce mois-ci} year {Encore {remaining, number} sur {allowed, number} cette année} other {Encore {remaining, number} sur {allowed, number}}}',
  page_earn_done: 'C’est fait',
  page_again_tomorrow: 'À nouveau demain',
  page_again_on: 'À nouveau à partir du {date}',
  page_rewards: 'Récompenses',
  page_rewards_nothing: 'Il n’y a pas de récompenses pour le moment. Revenez bientôt.',
  page_reward_ready: 'Disponible dès maintenant',
  page_reward_missing:
    '{points, plural, one {Encore # point} many {Encore # de points} other {Encore # points}}',
  page_reward_redeemed: 'Déjà échangée',
  page_reward_out_of_stock: 'En rupture de stock',
  page_reward_cart_full: 'Déjà dans votre panier',
  page_reward_depends_on_cart: 'Selon votre panier',
  page_cart_total: 'Pour un panier d’au moins {amount}',
  page_cart_items:
    '{count, plural, one {Avec # article dans le panier} many {Avec au moins # d’articles dans le panier} other {Avec au moins # articles dans le panier}}',
  page_visitor:
    'Cumulez des points à chaque achat et échangez-les contre des récompenses. Connectez-vous sur {site} pour voir les vôtres.',
  page_not_enrolled:
    'Vous ne participez pas encore. Inscrivez-vous sur {site} et commencez à cumuler des points.',
  page_blocked: 'Votre adhésion est suspendue. {site} peut vous en dire plus.',
  page_expired: 'Cette page a expiré',
  page_expired_advice:
    'Pour protéger votre compte, elle ne reste ouverte que peu de temps. Retournez sur {site} et ouvrez-la à nouveau.',
  page_unknown: 'Il n’y a pas de page ici',
  page_unknown_advice:
    'Le lien est incomplet ou trop ancien. Retournez là où vous l’avez trouvé et ouvrez la page à nouveau.',
  page_unavailable: 'Nous revenons tout de suite',
  page_unavailable_advice:
    'La page ne peut pas s’afficher pour le moment. Veuillez réessayer dans une minute.',
};
