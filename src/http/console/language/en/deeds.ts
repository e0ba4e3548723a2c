/** The actions of an operator for a customer: their forms, their refusals, and the messages of success. */
export const deeds = {
  // Notes.
  note_write: 'Write a note',
  note_write_something: 'Write something.',
  note_keep: 'Save the note',
  note_file: 'A file',
  note_file_about: 'PNG, JPEG, WebP, PDF or text, up to 1 MB. It goes with the note, and is deleted with it.',
  note_file_save: 'Save {name}',
  note_file_wrong: 'The file has to be a PNG, JPEG, WebP, PDF or text of at most 1 MB.',
  note_file_big: 'The file has {size} KB. A note takes at most 1 MB.',
  note_delete_title: 'Delete a note',
  note_delete_about: 'The note is gone for everybody. The audit says that there was one.',
  note_delete: 'Delete the note',
  delete: 'Delete',

  // Blocking, and tiers that operators give.
  block_title: 'Block or unblock',
  block_about:
    'Until you unblock the customer, they earn nothing, claim nothing and use no reward. They keep their points.',
  unblock_about:
    'The customer can earn and claim again. Everything that fell due meanwhile is done at once, and the tier is the one that was earned.',
  block_customer: 'Block the customer',
  unblock_customer: 'Unblock the customer',
  tier_none_given: 'No tier is given by hand',
  tier_none_given_about:
    'The other tiers are earned. A tier without a bound in the program file can be given here.',
  tier_wrong: 'Choose one of these tiers.',
  tier_earned: 'None of these: the tier that was earned',
  tier_about: 'It stays until somebody takes it away: no order and no date changes it.',
  tier_give: 'Give the tier',

  // One activity.
  activity_title: 'An activity',
  activity_choose: 'Choose one of these.',
  activity_decide_about:
    'Approved points can be spent at once. A declined activity gives nothing, and that is final. Others that wait and come from the same report are decided with it.',
  activity_void_about:
    'Its points are taken from the balance, and so is a reward that it gave and that is unused. So is all else that came from the same report. That is final.',
  activity_take_back: 'Take it back',
  take_it_back: 'Take it back',

  // Claiming for a customer.
  claim_for_title: 'Claim a reward for the customer',
  claim_no_reward: 'No reward can be claimed',
  claim_no_reward_about: 'Rewards of the program file that are enabled for a tier stand here.',
  rewards: 'Rewards',
  choose: 'Choose',
  claim_by_amount: 'by amount',
  claim_cost: '{reward} for {cost} of {points, plural, one {# point} other {# points}}.',
  claim_variant: 'Variant',
  claim_discount: 'Discount in {currency}',
  claim_wrong_amount: 'Write the amount in digits, such as {example}.',
  claim_in_cart: 'The product waits for the customer’s next cart, until it is put there or given back.',
  claim_it: 'Claim it',
  claim_another: 'Another reward',

  // One claimed reward.
  claim_title: 'A claimed reward',
  claim_claimed: 'Claimed',
  claim_expires: 'Expires',
  claim_code: 'Code',
  claim_code_title: 'The code',
  claim_copy_code: 'Copy the code',
  claim_code_about: 'The audit says that you saw it. Pass it on to the customer alone.',
  claim_show_code: 'Show the whole code',
  claim_audit: 'The audit says that you saw it.',
  claim_words: 'Message to the customer',
  claim_words_about: 'For example a tracking number. It may be empty.',
  claim_back_about:
    'The reward cannot be used any more, and {points, plural, one {# point returns} other {# points return}} to the balance.',
  claim_give_back: 'Give it back',

  // Merging.
  merge_title: 'Merge into another customer',
  merge_nobody: 'There is no customer with this id or email.',
  merge_one_already: 'The two are one customer already.',
  merge_same: 'This is the same customer.',
  merge_about:
    'For two customers who are one person. {name} goes, the other stays and gets all that both have.',
  merge_into: 'The customer who stays',
  merge_into_about: 'The id in the store, or the whole email',
  merge_look: 'Look at the result',
  merge_goes: 'Goes',
  merge_stays: 'Stays',
  merge_after: 'After the merge',
  merge_result: 'The result of the merge',
  merge_spent: 'Spent',
  merge_sure:
    'Orders, activities, rewards, referrals and notes of {from} go along. Both ids lead to {survivor} from then on. Nobody can undo it.',
  merge_do: 'Merge {from} into {into}',
  merge_another: 'Another customer',

  // Erasing.
  erase_title: 'Erase the customer',
  erase_write: 'Write {id} to go on',
  erase_wrong: 'This is not {id}.',
  erase_do: 'Erase {name}',
  erase_ask: 'Ask a colleague to erase {name}',
  erase_goes: 'Goes for ever',
  erase_goes_person:
    'Email, name, birthday, metadata and the id in the store, also of customers merged into this one',
  erase_goes_notes: 'Notes of colleagues, carts, sessions, stored answers, messages of webhooks',
  erase_goes_texts: 'Texts of orders, and the marks by which referred friends are known',
  erase_goes_points:
    'The way to the {points, plural, one {# point} other {# points}}: nobody finds the customer by any name',
  erase_stays: 'Stays, without a name',
  erase_stays_books:
    'The books: transactions, activities, claimed rewards and orders, so that reports stay right',
  erase_stays_ids: 'Ids that your store gave to orders and activities',
  erase_stays_audit: 'The audit: that you erased customer {id}',
};
