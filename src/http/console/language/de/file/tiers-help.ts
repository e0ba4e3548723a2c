/** The explanations of tiers in the program file in German, by the English ones. */
export const tiersHelp = {
  'Tiers of customers. Without it the program has none.':
    'Stufen für Kunden. Ohne sie hat das Programm keine.',
  'What a tier depends on: the amount spent, the approved points that rules gave (not those added by hand or imported), or the number of paid orders.':
    'Was über die Stufe entscheidet: der ausgegebene Betrag, die Punkte aus Regeln, sobald sie freigegeben sind (nicht von Hand hinzugefügte oder importierte), oder die Zahl bezahlter Bestellungen.',
  'How long a tier lasts, and which facts earn it.': 'Wie lange man eine Stufe hält und was sie verdient.',
  'A tier lasts for some months. The customer keeps it if the facts of as many months earn it again.':
    'Eine Stufe gilt einige Monate und wird durch das erneuert, was in ebenso vielen geschah.',
  'A membership lasts so many months.': 'Eine Mitgliedschaft dauert so viele Monate.',
  'How many months a membership lasts. Facts count for as many months.':
    'Wie viele Monate eine Mitgliedschaft dauert und wie weit zurück gezählt wird.',
  'The facts of one window earn a tier. It lasts to the end of that window, or of a later one.':
    'Was innerhalb eines Zeitraums geschieht, verdient eine Stufe bis zu dessen Ende oder so viele Zeiträume länger.',
  'Windows of the calendar, the same for all customers.': 'Zeiträume des Kalenders, für alle gleich.',
  'The day of the year 2000 on which the first window began. The windows follow each other without a gap.':
    'Der Tag des Jahres 2000, an dem der erste Zeitraum begann; jeder schließt an den vorigen an.',
  'The month, 1 to 12.': 'Der Monat, 1 bis 12.',
  'The day of the month. 29 February stands for the 28th in other years.':
    'Der Tag des Monats. Der 29. Februar ist der 28. in Jahren ohne ihn.',
  'How many months a window lasts; 12 for a year.': 'Wie viele Monate ein Zeitraum dauert; 12 für ein Jahr.',
  'For how many windows a tier lasts, including the window in which it was reached.':
    'Wie viele Zeiträume man eine Stufe hält, den mitgezählt, in dem sie erreicht wurde.',
  "Like the calendar, but each window is a year that begins on the day of the customer's enrolment.":
    'Wie beim Kalender, mit Zeiträumen von einem Jahr ab der Aufnahme.',
  "Years counted from the customer's own enrolment.": 'Jahre ab der eigenen Aufnahme des Kunden.',
  'A tier that was reached lasts for ever. Facts count for ever.':
    'Eine erreichte Stufe bleibt für immer; alles zählt.',
  'A membership never ends.': 'Eine Mitgliedschaft endet nie.',
  'The tiers by their permanent keys, lowest first.':
    'Stufen nach ihren festen Schlüsseln, die niedrigste zuerst.',
  'A tier.': 'Eine Stufe.',
  'What customers read. One text, or a map of language tag to text.':
    'Was Kunden lesen. Ein Text oder einer je Sprachkürzel.',
  "The amount, points or orders from which on customers have the tier. 0 for the first tier, in which everybody begins. An amount is in the program's currency; points and orders are whole numbers. Required, except for a conditional tier, which has none.":
    'Ab welchem Wert man die Stufe erreicht, dieser eingeschlossen; 0 für die Stufe, in der alle beginnen. Bei Ausgaben ein Betrag in der Währung des Programms, sonst eine ganze Zahl. Nur eine von Hand gegebene Stufe hat keinen.',
  'Whether the tier is given and taken only by hand. It then has no lower_bound. Default: false.':
    'Ob sie nur von Hand gegeben und genommen wird, anstelle von lower_bound; nein, wenn nichts anderes steht.',
  'Whether customers see the tier only after they have reached it. Default: false.':
    'Ob Kunden sie erst sehen, wenn sie sie erreicht haben; nein, wenn nichts anderes steht.',
  'The keys of the benefits of its members.': 'Schlüssel der Vorteile, die ihre Mitglieder genießen.',
  'The key of a benefit.': 'Der Schlüssel eines Vorteils.',
  'The keys of the rewards that customers get who enter the tier from a lower tier or from none.':
    'Schlüssel der Prämien für alle, die aus einer niedrigeren oder keiner Stufe hierher kommen.',
  'The key of a reward.': 'Der Schlüssel einer Prämie.',
  'The benefits by their permanent keys. Levels refer to these keys.':
    'Vorteile nach ihren festen Schlüsseln, auf die Stufen verweisen.',
  'Something that the store promises to members of a tier. The server only shows its text.':
    'Etwas, das Mitglieder einer Stufe genießen und das dieser Server nur anzeigt.',
  'Whether only members of a tier with this benefit see it. Default: false.':
    'Ob ihn nur Mitglieder einer Stufe sehen, die ihn hat; nein, wenn nichts anderes steht.',
  'A longer text about the benefit.': 'Mehr darüber.',
  'The details as text. One text, or a map of language tag to text.':
    'Die Details als Text. Ein Text oder einer je Sprachkürzel.',
  'The details as HTML. The server passes it on without a change. One text, or a map of language tag to text.':
    'Die Details als HTML, das unverändert weitergegeben wird. Ein Text oder einer je Sprachkürzel.',
};
