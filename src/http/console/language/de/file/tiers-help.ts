/** The explanations of tiers in the program file in German, by the English ones. */
export const tiersHelp = {
  'Tiers of customers. Without it the program has none.':
    'Stufen für Kunden. Ohne sie hat das Programm keine.',
  'What decides on the tier: the amount spent, the points that rules gave once they are approved (not those added by hand or imported), or the number of paid orders.':
    'Was über die Stufe entscheidet: der ausgegebene Betrag, die Punkte aus Regeln, sobald sie freigegeben sind (nicht von Hand hinzugefügte oder importierte), oder die Zahl bezahlter Bestellungen.',
  'How long a tier is held, and which facts earn it.': 'Wie lange man eine Stufe hält und was sie verdient.',
  'A tier is held for some months and renewed by what was done in as many.':
    'Eine Stufe gilt einige Monate und wird durch das erneuert, was in ebenso vielen geschah.',
  'A membership lasts so many months.': 'Eine Mitgliedschaft dauert so viele Monate.',
  'How many months a membership lasts, and how far back the facts count.':
    'Wie viele Monate eine Mitgliedschaft dauert und wie weit zurück gezählt wird.',
  'What is done within one window earns a tier, held to the end of that window or of so many more.':
    'Was innerhalb eines Zeitraums geschieht, verdient eine Stufe bis zu dessen Ende oder so viele Zeiträume länger.',
  'Windows of the calendar, the same for everybody.': 'Zeiträume des Kalenders, für alle gleich.',
  'The day of the year 2000 on which the first window began; each follows the one before.':
    'Der Tag des Jahres 2000, an dem der erste Zeitraum begann; jeder schließt an den vorigen an.',
  'The month, 1 to 12.': 'Der Monat, 1 bis 12.',
  'The day of the month. 29 February is the 28th in years that lack it.':
    'Der Tag des Monats. Der 29. Februar ist der 28. in Jahren ohne ihn.',
  'How many months a window lasts; 12 for a year.': 'Wie viele Monate ein Zeitraum dauert; 12 für ein Jahr.',
  'For how many windows a tier is held, the one in which it was reached included.':
    'Wie viele Zeiträume man eine Stufe hält, den mitgezählt, in dem sie erreicht wurde.',
  'As by the calendar, with windows of a year that begin at the enrolment.':
    'Wie beim Kalender, mit Zeiträumen von einem Jahr ab der Aufnahme.',
  "Years counted from the customer's own enrolment.": 'Jahre ab der eigenen Aufnahme des Kunden.',
  'A tier once reached is held for ever; all that was done counts.':
    'Eine erreichte Stufe bleibt für immer; alles zählt.',
  'A membership never ends.': 'Eine Mitgliedschaft endet nie.',
  'Tiers by their stable keys, lowest first.': 'Stufen nach ihren festen Schlüsseln, die niedrigste zuerst.',
  'A tier.': 'Eine Stufe.',
  'What customers read. One text, or a map of language tag to text.':
    'Was Kunden lesen. Ein Text oder einer je Sprachkürzel.',
  "From which the tier is held, inclusive; 0 for the tier that everybody begins in. By spend an amount in the program's currency, else a whole number. Every tier has one but a conditional one.":
    'Ab welchem Wert man die Stufe erreicht, dieser eingeschlossen; 0 für die Stufe, in der alle beginnen. Bei Ausgaben ein Betrag in der Währung des Programms, sonst eine ganze Zahl. Nur eine von Hand gegebene Stufe hat keinen.',
  'Whether it is given and taken by hand alone, in place of a lower_bound; false unless said otherwise.':
    'Ob sie nur von Hand gegeben und genommen wird, anstelle von lower_bound; nein, wenn nichts anderes steht.',
  'Whether customers see it only once they have reached it; false unless said otherwise.':
    'Ob Kunden sie erst sehen, wenn sie sie erreicht haben; nein, wenn nichts anderes steht.',
  'Keys of the benefits that its members enjoy.': 'Schlüssel der Vorteile, die ihre Mitglieder genießen.',
  'The key of a benefit.': 'Der Schlüssel eines Vorteils.',
  'Keys of the rewards given to whoever enters it from a lower tier or from none.':
    'Schlüssel der Prämien für alle, die aus einer niedrigeren oder keiner Stufe hierher kommen.',
  'The key of a reward.': 'Der Schlüssel einer Prämie.',
  'Benefits by their stable keys, for the levels to refer to.':
    'Vorteile nach ihren festen Schlüsseln, auf die Stufen verweisen.',
  'Something that members of a tier enjoy and that this server only tells of.':
    'Etwas, das Mitglieder einer Stufe genießen und das dieser Server nur anzeigt.',
  'Whether only members of a tier that has it see it; false unless said otherwise.':
    'Ob ihn nur Mitglieder einer Stufe sehen, die ihn hat; nein, wenn nichts anderes steht.',
  'More about it.': 'Mehr darüber.',
  'The details as text. One text, or a map of language tag to text.':
    'Die Details als Text. Ein Text oder einer je Sprachkürzel.',
  'The details as HTML, handed on as it stands. One text, or a map of language tag to text.':
    'Die Details als HTML, das unverändert weitergegeben wird. Ein Text oder einer je Sprachkürzel.',
};
