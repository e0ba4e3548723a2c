/** The messages that something is done, or the reason why it was not. */
export const done = {
  // Messages on the next screen, after an action.
  done_points_added: 'The points were added.',
  done_points_removed: 'The points were removed.',
  done_note_added: 'The note is saved.',
  done_note_deleted: 'The note is deleted.',
  done_blocked: 'The customer is blocked.',
  done_unblocked: 'The customer is unblocked.',
  done_tier_set: 'The customer has another tier.',
  done_tier_same: 'The tier was the same before.',
  done_approved: 'The activity is approved.',
  done_declined: 'The activity is declined.',
  done_void: 'The activity is taken back.',
  done_claimed: 'The reward is claimed.',
  done_given_back: 'The reward is given back, and its points have returned.',
  done_fulfilled: 'It is noted that the reward was handed over.',
  done_requested: 'The request is made. It is carried out when a colleague approves it in the queue.',
  done_merged: 'The two are one customer now.',
  done_erased: 'The customer is erased.',
  done_erased_before: 'The customer is erased already. Nothing is left to do.',

  // Refusals, with their remedies.
  not_done: 'Nothing was done. See below.',
  refusal_customer_blocked: 'The customer is blocked. Unblock the customer first, then do this again.',
  refusal_customer_not_enrolled:
    'The customer is a guest, and guests have no points. They become a member when they sign in or join.',
  refusal_reward_not_enabled_for_customer:
    'This customer cannot claim the reward: it is switched off, or not for their tier or country.',
  refusal_reward_limit_reached: 'The customer has claimed this reward as often as its limit allows.',
  refusal_reward_out_of_stock:
    'Nothing is left of the reward. Raise its stock in the program, or choose another.',
  refusal_voucher_allocation_failed: 'The pool has no code left. Import codes, then do this again.',
  refusal_invalid_variant_id: 'The product has no such variant.',
  refusal_reward_already_refunded: 'The reward was given back before. Nothing is left to do.',
  refusal_reward_already_used: 'The reward was used, or has expired: its points stay spent.',
  refusal_activity_already_resolved: 'Somebody decided on it before. Look at it again.',
  refusal_idempotency_key_reused:
    'This form was sent before, with another file or none, and it was done. Send it again only to do it once more.',
  refusal_insufficient_points: 'The customer does not have enough points for this.',
  refusal_insufficient_points_of:
    'The customer has {points, plural, one {# point} other {# points}}: not enough for this.',
  refusal_approval_required: 'This takes two people. Ask for it, and let somebody else decide.',
  refusal_points_left:
    'You may add or remove {left, plural, one {# more point} other {# more points}} today. Ask a manager, or go on tomorrow.',
  refusal_insufficient_scope: 'Your role does not allow this. Owners, managers and admins decide.',
  refusal_not_found: 'It is not there any more. Look again.',
  refusal_own_request: 'You asked for this yourself. Somebody else decides.',
  refusal_decided_before:
    'Somebody decided before, took the request back, or merged the customer. Look again.',
};
