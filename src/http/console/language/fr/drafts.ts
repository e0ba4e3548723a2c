import type { drafts as english } from '../en/drafts.ts';

export const drafts: Record<keyof typeof english, string> = {
  // The list.
  draft: 'Brouillon',
  draft_number: 'Brouillon {id}',
  draft_begin: 'Commencer un brouillon',
  draft_for: 'Son objet',
  draft_for_example: 'Par exemple\u00a0: Printemps. L’historique le montre.',
  drafts_about: 'Un brouillon ne change rien tant qu’il n’est pas publié.',
  drafts_none: 'Aucun brouillon n’est ouvert',
  drafts_none_about:
    'Les modifications du programme s’écrivent dans un brouillon, se vérifient, puis se publient.',
  drafts_open: 'Brouillons ouverts',
  drafts_published: 'Brouillons publiés',
  drafts_begun_on: 'Basé sur',
  drafts_became: 'Devenu',
  drafts_written_by: 'Écrit par',
  drafts_saved: 'Dernier enregistrement',
  draft_refused: 'Aucun brouillon n’a été commencé',
  draft_to_drafts: 'Vers les brouillons',

  // One draft.
  draft_badge: 'brouillon',
  draft_about: 'Basé sur la version {version}, écrit par {writers}',
  draft_tabs: 'Le brouillon',
  draft_forms: 'Formulaires',
  draft_file: 'Fichier',
  draft_plan: 'Plan et publication',
  draft_preview: 'Aperçu',
  draft_mistakes:
    '{count, plural, one {Le fichier a # erreur. Corrigez-la avant de publier.} many {Le fichier a # d’erreurs. Corrigez-les avant de publier.} other {Le fichier a # erreurs. Corrigez-les avant de publier.}}',
  draft_to_file: 'Vers le fichier',
  draft_moved:
    '{count, plural, one {Depuis le début du brouillon, la version {version} a modifié # élément que le brouillon modifie aussi.} many {Depuis le début du brouillon, la version {version} a modifié # d’éléments que le brouillon modifie aussi.} other {Depuis le début du brouillon, la version {version} a modifié # éléments que le brouillon modifie aussi.}}',
  draft_decide: 'Décider',
  draft_done_begun: 'Le brouillon est commencé. Rien ne change pour les clients tant qu’il n’est pas publié.',
  draft_done_saved: 'Enregistré.',
  draft_done_both:
    'Enregistré. Quelqu’un d’autre avait modifié d’autres éléments\u00a0: les deux modifications sont dans le brouillon.',
  draft_done_theirs: 'Le brouillon est tel que quelqu’un d’autre l’a enregistré.',
  draft_done_removed: 'Retiré du brouillon.',
  draft_done_merged: 'Le brouillon repose maintenant sur la version la plus récente.',
  draft_this: 'Ce brouillon',
  draft_save_note: 'Enregistrer la note',
  draft_delete_ask: 'Supprimer le brouillon…',
  draft_delete_title: 'Supprimer ce brouillon\u202f?',
  draft_delete_about:
    'Son fichier et ses commentaires disparaissent définitivement. Le programme reste tel quel, et le journal d’audit retient que vous l’avez supprimé.',
  draft_delete: 'Supprimer le brouillon {id}',
  keep_it: 'Le garder',
  draft_stays: 'Le brouillon reste',
  draft_now: 'Voir le brouillon tel qu’il est maintenant',

  // A draft that is based on an older version.
  moved_title: 'Le programme a changé',
  moved_about:
    'La version {version} a modifié des éléments que le brouillon modifie aussi. Choisissez pour chacun\u202f; tout le reste est fusionné.',
  moved_not: 'Pas encore fusionné',
  moved_again: 'Voir ce qu’il faut décider maintenant',

  // Mistakes and refusals.
  complaints:
    '{count, plural, one {# erreur à corriger} many {# d’erreurs à corriger} other {# erreurs à corriger}}',
  complaint_place: 'Ligne {line}, colonne {column}',
  complaint_nothing: 'Rien n’a été modifié.',

  // Two people changed one thing.
  choice_theirs: 'L’autre',
  choice_mine: 'La mienne',
  choice_before: 'Avant',
  choice_both: 'Garder les deux, selon le choix',
  choice_keep_mine: 'Garder seulement la mienne',
  choice_keep_theirs: 'Garder seulement l’autre',
  choice_entry: 'Quelqu’un d’autre a aussi modifié {key}',
  choice_entry_about:
    'Rien de votre travail n’est perdu\u00a0: choisissez pour chaque élément, ou gardez une seule version.',
  choice_file: 'Quelqu’un d’autre a aussi enregistré le brouillon',
  choice_file_about:
    'Rien de votre travail n’est perdu. Les deux\u00a0: votre texte et vos commentaires, avec les valeurs modifiées par l’autre.',
  choice_file_apart:
    'Rien de votre travail n’est perdu. L’un des textes a des erreurs, ils ne peuvent donc pas être fusionnés\u00a0: comparez-les.',

  // The file.
  file_label: 'Le fichier du programme',
  file_save: 'Enregistrer le fichier',
  file_see: 'Voir ce qu’il ferait',
  file_mistakes: 'Un fichier avec des erreurs est enregistré aussi.',
  file_docs: 'Toutes les clés du fichier, expliquées',
  file_kept: 'Votre texte n’a pas été enregistré, et le revoici. Enregistrez-le maintenant.',

  // The publication.
  publish: 'Publier',
  publish_approve: 'Approuver et publier',
  publish_other: 'Quelqu’un d’autre le publie',
  publish_other_about:
    'Un changement de ce programme demande deux personnes, et vous en avez écrit une partie. Demandez à un collègue qui n’y a pas écrit\u00a0: un propriétaire ou un responsable.',
  publish_copy: 'Copier l’adresse',
  publish_second: 'Écrit par {writers}. Vous êtes la deuxième personne\u00a0: vous en répondez aussi.',
  publish_becomes: 'Il devient la version {version} et s’applique aussitôt.',

  // The preview of the loyalty page.
  preview_as: 'Vu par le client',
  preview_nobody: 'Ce client n’existe pas.',
  preview_in: 'Langue',
  preview_show: 'Afficher',
  preview_device: 'Appareil',
  preview_phone: 'Téléphone',
  preview_desktop: 'Ordinateur',
  preview_nothing: 'Rien à voir pour l’instant',
  preview_page: 'La page de fidélité',
  preview_about:
    'Avec les points du client et le programme du brouillon. On ne peut rien y faire, et les codes sont cachés.',
  preview_choose: 'Choisissez un autre client.',
  preview_decide: 'Décidez d’abord pour les éléments que le programme a modifiés aussi.',
  preview_mistakes: 'La page s’affiche dès que le fichier n’a plus d’erreurs.',
  preview_none: 'Il n’y a pas encore de page',
};
