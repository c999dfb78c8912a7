/**
 * The part of the protocol that is served, and what has to be recognized to be refused (Unserved).
 * From google/firestore/v1/*.proto, Copyright 2026 Google LLC, Apache License 2.0
 * (http://www.apache.org/licenses/LICENSE-2.0); changed: shortened, and in one package.
 */
export const FIRESTORE_PROTO = `
syntax = "proto3";
package google.firestore.v1;

service Firestore {
  rpc GetDocument(GetDocumentRequest) returns (Document);
  rpc ListDocuments(ListDocumentsRequest) returns (ListDocumentsResponse);
  rpc CreateDocument(CreateDocumentRequest) returns (Document);
  rpc UpdateDocument(UpdateDocumentRequest) returns (Document);
  rpc DeleteDocument(DeleteDocumentRequest) returns (Empty);
  rpc BatchGetDocuments(BatchGetDocumentsRequest) returns (stream BatchGetDocumentsResponse);
  rpc BeginTransaction(BeginTransactionRequest) returns (BeginTransactionResponse);
  rpc Commit(CommitRequest) returns (CommitResponse);
  rpc Rollback(RollbackRequest) returns (Empty);
  rpc RunQuery(RunQueryRequest) returns (stream RunQueryResponse);
  rpc RunAggregationQuery(RunAggregationQueryRequest) returns (stream RunAggregationQueryResponse);
  rpc ListCollectionIds(ListCollectionIdsRequest) returns (ListCollectionIdsResponse);
  rpc BatchWrite(BatchWriteRequest) returns (BatchWriteResponse);
  rpc Listen(stream ListenRequest) returns (stream ListenResponse);
  rpc Write(stream WriteRequest) returns (stream WriteResponse);
  rpc PartitionQuery(Unserved) returns (Unserved);
  rpc ExecutePipeline(Unserved) returns (stream Unserved);
}

message Unserved {}
message Empty {}
message Timestamp { int64 seconds = 1; int32 nanos = 2; }
message LatLng { double latitude = 1; double longitude = 2; }
message Status { int32 code = 1; string message = 2; }
message Int32Value { int32 value = 1; }
message Int64Value { int64 value = 1; }
enum NullValue { NULL_VALUE = 0; }

message Document {
  string name = 1; map<string, Value> fields = 2;
  Timestamp create_time = 3; Timestamp update_time = 4;
}
message Value {
  oneof value_type {
    NullValue null_value = 11; bool boolean_value = 1; int64 integer_value = 2;
    double double_value = 3; Timestamp timestamp_value = 10; string string_value = 17;
    bytes bytes_value = 18; string reference_value = 5; LatLng geo_point_value = 8;
    ArrayValue array_value = 9; MapValue map_value = 6;
    string field_reference_value = 19; string variable_reference_value = 22;
    Unserved function_value = 20; Unserved pipeline_value = 21;
  }
}
message ArrayValue { repeated Value values = 1; }
message MapValue { map<string, Value> fields = 1; }
message DocumentMask { repeated string field_paths = 1; }
message Precondition { oneof condition_type { bool exists = 1; Timestamp update_time = 2; } }
message TransactionOptions {
  message ReadWrite { bytes retry_transaction = 1; }
  message ReadOnly { oneof consistency_selector { Timestamp read_time = 2; } }
  oneof mode { ReadOnly read_only = 2; ReadWrite read_write = 3; }
}

message GetDocumentRequest {
  string name = 1; DocumentMask mask = 2;
  oneof consistency_selector { bytes transaction = 3; Timestamp read_time = 5; }
}
message ListDocumentsRequest {
  string parent = 1; string collection_id = 2; int32 page_size = 3; string page_token = 4;
  string order_by = 6; DocumentMask mask = 7; bool show_missing = 12;
  oneof consistency_selector { bytes transaction = 8; Timestamp read_time = 10; }
}
message ListDocumentsResponse { repeated Document documents = 1; string next_page_token = 2; }
message CreateDocumentRequest {
  string parent = 1; string collection_id = 2; string document_id = 3; Document document = 4;
  DocumentMask mask = 5;
}
message UpdateDocumentRequest {
  Document document = 1; DocumentMask update_mask = 2; DocumentMask mask = 3;
  Precondition current_document = 4;
}
message DeleteDocumentRequest { string name = 1; Precondition current_document = 2; }
message BatchGetDocumentsRequest {
  string database = 1; repeated string documents = 2; DocumentMask mask = 3;
  oneof consistency_selector {
    bytes transaction = 4; TransactionOptions new_transaction = 5; Timestamp read_time = 7;
  }
}
message BatchGetDocumentsResponse {
  oneof result { Document found = 1; string missing = 2; }
  bytes transaction = 3; Timestamp read_time = 4;
}
message BeginTransactionRequest { string database = 1; TransactionOptions options = 2; }
message BeginTransactionResponse { bytes transaction = 1; }
message RollbackRequest { string database = 1; bytes transaction = 2; }
message ListCollectionIdsRequest {
  string parent = 1; int32 page_size = 2; string page_token = 3;
  oneof consistency_selector { Timestamp read_time = 4; }
}
message ListCollectionIdsResponse { repeated string collection_ids = 1; string next_page_token = 2; }

message CommitRequest { string database = 1; repeated Write writes = 2; bytes transaction = 3; }
message CommitResponse { repeated WriteResult write_results = 1; Timestamp commit_time = 2; }
message BatchWriteRequest { string database = 1; repeated Write writes = 2; }
message BatchWriteResponse { repeated WriteResult write_results = 1; repeated Status status = 2; }
message Write {
  oneof operation { Document update = 1; string delete = 2; Unserved transform = 6; }
  DocumentMask update_mask = 3; repeated FieldTransform update_transforms = 7;
  Precondition current_document = 4;
}
message FieldTransform {
  enum ServerValue { SERVER_VALUE_UNSPECIFIED = 0; REQUEST_TIME = 1; }
  string field_path = 1;
  oneof transform_type {
    ServerValue set_to_server_value = 2; Value increment = 3; Value maximum = 4;
    Value minimum = 5; ArrayValue append_missing_elements = 6;
    ArrayValue remove_all_from_array = 7;
  }
}
message WriteResult { Timestamp update_time = 1; repeated Value transform_results = 2; }

message RunQueryRequest {
  string parent = 1; oneof query_type { StructuredQuery structured_query = 2; }
  oneof consistency_selector {
    bytes transaction = 5; TransactionOptions new_transaction = 6; Timestamp read_time = 7;
  }
  Unserved explain_options = 10;
}
message RunQueryResponse {
  bytes transaction = 2; Document document = 1; Timestamp read_time = 3;
  int32 skipped_results = 4;
}
message RunAggregationQueryRequest {
  string parent = 1;
  oneof query_type { StructuredAggregationQuery structured_aggregation_query = 2; }
  oneof consistency_selector {
    bytes transaction = 4; TransactionOptions new_transaction = 5; Timestamp read_time = 6;
  }
  Unserved explain_options = 8;
}
message RunAggregationQueryResponse {
  AggregationResult result = 1; bytes transaction = 2; Timestamp read_time = 3;
}
message AggregationResult { map<string, Value> aggregate_fields = 2; }
message Cursor { repeated Value values = 1; bool before = 2; }
message StructuredQuery {
  message CollectionSelector { string collection_id = 2; bool all_descendants = 3; }
  message FieldReference { string field_path = 2; }
  message Projection { repeated FieldReference fields = 2; }
  message Filter {
    oneof filter_type {
      CompositeFilter composite_filter = 1; FieldFilter field_filter = 2;
      UnaryFilter unary_filter = 3;
    }
  }
  message CompositeFilter {
    enum Operator { OPERATOR_UNSPECIFIED = 0; AND = 1; OR = 2; }
    Operator op = 1; repeated Filter filters = 2;
  }
  message FieldFilter {
    enum Operator {
      OPERATOR_UNSPECIFIED = 0; LESS_THAN = 1; LESS_THAN_OR_EQUAL = 2; GREATER_THAN = 3;
      GREATER_THAN_OR_EQUAL = 4; EQUAL = 5; NOT_EQUAL = 6; ARRAY_CONTAINS = 7; IN = 8;
      ARRAY_CONTAINS_ANY = 9; NOT_IN = 10;
    }
    FieldReference field = 1; Operator op = 2; Value value = 3;
  }
  message UnaryFilter {
    enum Operator {
      OPERATOR_UNSPECIFIED = 0; IS_NAN = 2; IS_NULL = 3; IS_NOT_NAN = 4; IS_NOT_NULL = 5;
    }
    Operator op = 1; oneof operand_type { FieldReference field = 2; }
  }
  message Order {
    enum Direction { DIRECTION_UNSPECIFIED = 0; ASCENDING = 1; DESCENDING = 2; }
    FieldReference field = 1; Direction direction = 2;
  }
  Projection select = 1; repeated CollectionSelector from = 2; Filter where = 3;
  repeated Order order_by = 4; Cursor start_at = 7; Cursor end_at = 8; int32 offset = 6;
  Int32Value limit = 5; Unserved find_nearest = 9;
}
message StructuredAggregationQuery {
  message Count { Int64Value up_to = 1; }
  message OfField { StructuredQuery.FieldReference field = 1; }
  message Aggregation {
    oneof operator { Count count = 1; OfField sum = 2; OfField avg = 3; }
    string alias = 7;
  }
  oneof query_type { StructuredQuery structured_query = 1; }
  repeated Aggregation aggregations = 3;
}

message WriteRequest { repeated Write writes = 3; }
message WriteResponse { string stream_id = 1; bytes stream_token = 2; }
message ListenRequest { Target add_target = 2; }
message ListenResponse { TargetChange target_change = 2; }
message Target { int32 target_id = 5; }
message TargetChange {
  enum TargetChangeType { NO_CHANGE = 0; ADD = 1; REMOVE = 2; CURRENT = 3; RESET = 4; }
  TargetChangeType target_change_type = 1; repeated int32 target_ids = 2; Status cause = 3;
}
`;
