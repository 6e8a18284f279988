/** A list of the gateway; like all that follows only as far as the demonstration reads it. */
export interface Listed<T> {
  data: T[];
}
export interface One<T> {
  data: T;
}
export interface Project {
  id: string;
  number: string;
  title: string;
  status: string;
}
export interface Document {
  id: string;
  title: string;
  file_name: string;
  processing_status: string;
}
export interface Page {
  id: string;
  page_number: number;
  width: number;
}
export interface Annotation {
  id: string;
  document_page_id: string;
  content: string;
}
export interface Feature {
  id: string;
  name: string;
  land_use: string[];
}
export interface Mention {
  id: string;
  source_annotation_id: string;
  history_count: number;
}
export interface Visit {
  id: string;
  visit_date: string;
  visit_time: string;
  access_notes: string;
}
export interface Issue {
  id: string;
  title: string;
  status: string;
}
export interface Person {
  id: string;
  email: string;
}
