import type { deeds as english } from '../en/deeds.ts';

export const deeds: Record<keyof typeof english, string> = {
  // Notes.
  note_write: 'Écrire une note',
  note_write_something: 'Écrivez quelque chose.',
  note_keep: 'Enregistrer la note',
  note_file: 'Un fichier',
  note_file_about:
    'PNG, JPEG, WebP, PDF ou texte, jusqu’à 1\u00a0Mo. Il accompagne la note et est supprimé avec elle.',
  note_file_save: 'Enregistrer {name}',
  note_file_wrong: 'Le fichier doit être un PNG, JPEG, WebP, PDF ou texte d’au plus 1\u00a0Mo.',
  note_file_big: 'Le fichier fait {size}\u00a0Ko. Une note accepte au plus 1\u00a0Mo.',
  note_delete_title: 'Supprimer une note',
  note_delete_about:
    'La note disparaît pour tout le monde. Le journal d’audit garde la trace de son existence.',
  note_delete: 'Supprimer la note',
  delete: 'Supprimer',

  // Blocking, and tiers that operators give.
  block_title: 'Bloquer ou débloquer',
  block_about:
    'Jusqu’au déblocage, le client ne gagne rien, n’obtient rien et n’utilise aucune récompense. Il garde ses points.',
  unblock_about:
    'Le client peut de nouveau gagner et obtenir. Tout ce qui est arrivé à échéance entre-temps est fait aussitôt, et le niveau est celui qui a été gagné.',
  block_customer: 'Bloquer le client',
  unblock_customer: 'Débloquer le client',
  tier_none_given: 'Aucun niveau ne s’attribue à la main',
  tier_none_given_about:
    'Les autres niveaux se gagnent. Un niveau sans seuil dans le fichier du programme peut être attribué ici.',
  tier_wrong: 'Choisissez l’un de ces niveaux.',
  tier_earned: 'Aucun\u00a0: le niveau gagné',
  tier_about:
    'Il reste jusqu’à ce que quelqu’un le retire\u00a0: aucune commande ni aucune date ne le change.',
  tier_give: 'Attribuer le niveau',

  // One activity.
  activity_title: 'Une activité',
  activity_choose: 'Choisissez l’une des options.',
  activity_decide_about:
    'Des points approuvés peuvent être dépensés aussitôt. Une activité refusée ne donne rien, et c’est définitif. Les autres en attente issues du même envoi sont décidées avec elle.',
  activity_void_about:
    'Ses points sont repris du solde, de même qu’une récompense donnée et non utilisée, et tout ce qui vient du même envoi. C’est définitif.',
  activity_take_back: 'Reprendre les points',
  take_it_back: 'Retirer',

  // Claiming for a customer.
  claim_for_title: 'Obtenir une récompense pour le client',
  claim_no_reward: 'Aucune récompense disponible',
  claim_no_reward_about: 'Les récompenses du fichier du programme activées pour un niveau apparaissent ici.',
  rewards: 'Récompenses',
  choose: 'Choisir',
  claim_by_amount: 'selon le montant',
  claim_cost: '{reward} pour {cost} sur {points, plural, one {# point} many {# de points} other {# points}}.',
  claim_variant: 'Variante',
  claim_discount: 'Remise en {currency}',
  claim_wrong_amount: 'Écrivez le montant en chiffres, comme {example}.',
  claim_in_cart: 'Le produit attend le prochain panier du client, jusqu’à y être mis ou rendu.',
  claim_it: 'Obtenir',
  claim_another: 'Une autre récompense',

  // One claimed reward.
  claim_title: 'Une récompense obtenue',
  claim_claimed: 'Obtenue',
  claim_expires: 'Expire',
  claim_code: 'Code',
  claim_code_title: 'Le code',
  claim_copy_code: 'Copier le code',
  claim_code_about: 'Le journal d’audit indique que vous l’avez vu. Ne le transmettez qu’au client.',
  claim_show_code: 'Afficher le code entier',
  claim_audit: 'Le journal d’audit indique que vous l’avez vu.',
  claim_words: 'Message au client',
  claim_words_about: 'Par exemple un numéro de suivi. Peut rester vide.',
  claim_back_about:
    'La récompense ne peut plus être utilisée, et {points, plural, one {# point revient} many {# de points reviennent} other {# points reviennent}} au solde.',
  claim_give_back: 'Rendre',

  // Merging.
  merge_title: 'Fusionner avec un autre client',
  merge_nobody: 'Aucun client n’a cet identifiant ou cet e-mail.',
  merge_one_already: 'Les deux ne forment déjà qu’un seul client.',
  merge_same: 'C’est le même client.',
  merge_about:
    'Pour deux clients qui sont une seule personne. {name} disparaît, l’autre reste et reçoit tout ce que les deux ont.',
  merge_into: 'Le client qui reste',
  merge_into_about: 'L’identifiant en boutique ou l’e-mail entier',
  merge_look: 'Voir le résultat',
  merge_goes: 'Disparaît',
  merge_stays: 'Reste',
  merge_after: 'Après la fusion',
  merge_result: 'Le résultat de la fusion',
  merge_spent: 'Dépensés',
  merge_sure:
    'Les commandes, activités, récompenses, parrainages et notes de {from} suivent. Les deux identifiants mènent ensuite à {survivor}. C’est irréversible.',
  merge_do: 'Fusionner {from} dans {into}',
  merge_another: 'Un autre client',

  // Erasing.
  erase_title: 'Effacer le client',
  erase_write: 'Écrivez {id} pour continuer',
  erase_wrong: 'Ce n’est pas {id}.',
  erase_do: 'Effacer {name}',
  erase_ask: 'Demander à un collègue d’effacer {name}',
  erase_goes: 'Effacé définitivement',
  erase_goes_person:
    'E-mail, nom, anniversaire, métadonnées et identifiant, y compris ceux des clients fusionnés avec celui-ci',
  erase_goes_notes: 'Notes des collègues, paniers, sessions, réponses gardées, messages de webhooks',
  erase_goes_texts: 'Textes des commandes, et les marques qui permettent de reconnaître les amis parrainés',
  erase_goes_points:
    'Le chemin vers {points, plural, one {# point} many {# de points} other {# points}}\u00a0: plus personne ne retrouve le client, sous aucun nom',
  erase_stays: 'Conservé, sans nom',
  erase_stays_books:
    'Les comptes\u00a0: transactions, activités, récompenses et commandes, pour que les rapports restent justes',
  erase_stays_ids: 'Les identifiants que votre boutique a donnés aux commandes et activités',
  erase_stays_audit: 'Le journal d’audit\u00a0: que vous avez effacé le client {id}',
};
