import type { orders as english } from '../en/orders.ts';

export const orders: Record<keyof typeof english, string> = {
  // The states of an order.
  order_cancelled: 'ملغى',
  order_refunded: 'مسترد',
  order_refunded_in_part: 'مسترد جزئيًا',
  order_paid: 'مدفوع',
  order_not_paid: 'لم يُدفع بعد',

  // The list.
  orders_asked: 'طلب أو عميل',
  orders_asked_about: 'المعرّف في المتجر، أو بريد العميل كاملًا',
  orders_search_by: 'ابحث بمعرّف طلب أو عميل كاملًا، أو ببريد عميل كاملًا.',
  orders_none: 'لا توجد طلبات بعد',
  orders_none_about: 'تظهر هنا الطلبات التي يرسلها متجرك مع النقاط التي كسبها كل منها.',
  order_total: 'الإجمالي',

  // One order.
  order_points_earned: 'النقاط المكتسبة',
  order_points_taken_back: 'المسحوبة',
  order_points_left: 'الباقي منها',
  order_earnings: 'المكاسب',
  order_earned_by: 'مصدر الكسب',
  order_earned_nothing: 'لم يكسب الطلب شيئًا.',
  order_lines: 'البنود',
  order_no_lines: 'لم يرسل المتجر بنودًا.',
  order_product: 'المنتج',
  order_quantity: 'الكمية',
  order_price: 'السعر',
  order_copy_id: 'نسخ معرّف الطلب',
  order_number: 'الرقم',
  order_placed: 'وقت الطلب',
  order_paid_amount: 'المدفوع',
  order_refunded_amount: 'المسترد',
  order_discounts: 'الخصومات',
  order_counts: 'يُحسب للمستويات',
  order_rewards_used: 'المكافآت المستخدمة',
};
